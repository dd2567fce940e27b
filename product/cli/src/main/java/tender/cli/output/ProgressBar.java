package tender.cli.output;

import java.io.Console;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * How far something long has come and how long it will take: a bar that is drawn over and over
 * where somebody watches, and a line now and then where nobody does. What is over in a second shows
 * nothing.
 */
public final class ProgressBar implements AutoCloseable {
  private static final int BAR_WIDTH = 30;
  private static final Duration DRAW_DELAY = Duration.ofSeconds(1);
  private static final Duration DRAW_INTERVAL = Duration.ofMillis(100);
  private static final Duration PRINT_INTERVAL = Duration.ofSeconds(30);
  private static final String CLEAR_LINE = "\r\u001b[K";

  private final PrintWriter err;
  private final String unit;
  private final boolean interactive;
  private final LongSupplier nanoTime;
  private final long startedNanos;
  private long nextNanos;
  private boolean drawn;

  ProgressBar(PrintWriter err, String things, boolean watched, LongSupplier nanoTime) {
    this.err = err;
    this.unit = things;
    this.interactive = watched;
    this.nanoTime = nanoTime;
    startedNanos = nanoTime.getAsLong();
    nextNanos = startedNanos + (watched ? DRAW_DELAY : PRINT_INTERVAL).toNanos();
  }

  /**
   * A bar of the process's own terminal, if it has one.
   *
   * @param things what is counted
   */
  public static ProgressBar on(PrintWriter err, String things) {
    boolean watched = Optional.ofNullable(System.console()).filter(Console::isTerminal).isPresent();
    return new ProgressBar(err, things, watched, System::nanoTime);
  }

  /** So many have been done. */
  public void update(int done, int total) {
    update(done, 0, total);
  }

  /**
   * So many have been done, some of them before this process began.
   *
   * @param kept how many, which took none of its time
   */
  public void update(int done, int kept, int total) {
    long nowNanos = nanoTime.getAsLong();
    boolean nothingNew = kept > 0 && done == kept;
    if (nowNanos - nextNanos < 0 && !nothingNew) {
      return;
    }
    nextNanos = nowNanos + (interactive ? DRAW_INTERVAL : PRINT_INTERVAL).toNanos();
    String words =
        String.format(
            Locale.ROOT,
            "%,d of %,d %s%s",
            done,
            total,
            unit,
            nothingNew ? ", kept from before" : remaining(done - kept, total - done, nowNanos));
    if (interactive) {
      drawn = true;
      int filled = (int) ((long) BAR_WIDTH * done / total);
      err.print(CLEAR_LINE + "[" + "#".repeat(filled) + " ".repeat(BAR_WIDTH - filled) + "] " + words);
    } else {
      err.println("tender: " + words);
    }
    err.flush();
  }

  private String remaining(int done, int left, long nowNanos) {
    if (done == 0 || left == 0) {
      return "";
    }
    double nanosForOne = (double) (nowNanos - startedNanos) / done;
    Duration time = Duration.ofNanos((long) (nanosForOne * left));
    return time.toMinutes() > 0
        ? ", about " + (time.toMinutes() + 1) + " min left"
        : ", about " + (time.toSeconds() + 1) + " s left";
  }

  @Override
  public void close() {
    if (drawn) {
      err.print(CLEAR_LINE);
      err.flush();
    }
  }
}
