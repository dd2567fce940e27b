package tender.measure.load;

import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Counts the log lines of agents that a busy server has asked to connect later. */
final class DeferralCounter extends Handler {
  /** Kept in a field, because an unreferenced logger loses its level. */
  private static final Logger LINKS = Logger.getLogger("tender.agent.link.MarketLink");

  private static final AtomicLong COUNT = new AtomicLong();

  private DeferralCounter() {}

  /** Begins to count, and prints none of the lines. */
  static void install() {
    LINKS.setUseParentHandlers(false);
    LINKS.setLevel(Level.INFO);
    LINKS.addHandler(new DeferralCounter());
  }

  static long count() {
    return COUNT.get();
  }

  @Override
  public void publish(LogRecord line) {
    if (line.getMessage().startsWith("The server is busy")) {
      COUNT.incrementAndGet();
    }
  }

  @Override
  public void flush() {}

  @Override
  public void close() {}
}
