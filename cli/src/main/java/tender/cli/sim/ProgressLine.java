package tender.cli.sim;

import java.io.Console;
import java.io.PrintWriter;
import java.util.Optional;
import java.util.function.IntConsumer;
import java.util.function.LongSupplier;

/**
 * One line that is drawn over and over while something long goes on, and wiped out at its end.
 * Nothing is drawn in the first second, nor where nobody watches.
 */
final class ProgressLine implements IntConsumer, AutoCloseable {
  private static final int BAR_WIDTH = 30;
  private static final long FIRST_NANOS = 1_000_000_000;
  private static final long EVERY_NANOS = 100_000_000;
  private static final String WIPE = "\r\u001b[K";

  private final PrintWriter err;
  private final int total;
  private final boolean watched;
  private final LongSupplier nanoTime;
  private long nextNanos;
  private boolean drawn;

  ProgressLine(PrintWriter err, int total, boolean watched, LongSupplier nanoTime) {
    this.err = err;
    this.total = total;
    this.watched = watched;
    this.nanoTime = nanoTime;
    nextNanos = nanoTime.getAsLong() + FIRST_NANOS;
  }

  static ProgressLine onTerminal(PrintWriter err, int total) {
    boolean watched = Optional.ofNullable(System.console()).filter(Console::isTerminal).isPresent();
    return new ProgressLine(err, total, watched, System::nanoTime);
  }

  @Override
  public void accept(int done) {
    if (!watched || nanoTime.getAsLong() - nextNanos < 0) {
      return;
    }
    nextNanos = nanoTime.getAsLong() + EVERY_NANOS;
    drawn = true;
    int filled = (int) ((long) BAR_WIDTH * done / total);
    err.print(
        WIPE
            + "["
            + "#".repeat(filled)
            + " ".repeat(BAR_WIDTH - filled)
            + "] "
            + 100L * done / total
            + " %, "
            + done
            + " of "
            + total
            + " jobs");
    err.flush();
  }

  @Override
  public void close() {
    if (drawn) {
      err.print(WIPE);
      err.flush();
    }
  }
}
