package tender.cli.output;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;
import java.util.function.LongSupplier;
import picocli.CommandLine;

/**
 * The progress of a long operation and the time left: a bar on a terminal, else a line every 30
 * seconds. An operation of less than a second shows nothing.
 */
public final class ProgressBar implements AutoCloseable {
  private static final int BAR_WIDTH = 30;
  private static final Duration DRAW_DELAY = Duration.ofSeconds(1);
  private static final Duration DRAW_INTERVAL = Duration.ofMillis(100);
  private static final Duration PRINT_INTERVAL = Duration.ofSeconds(30);
  private static final String CLEAR_LINE = "\r\u001b[K";

  private final PrintWriter err;
  private final String program;
  private final String unit;
  private final boolean interactive;
  private final LongSupplier nanoTime;
  private final long startedNanos;
  private long nextNanos;
  private boolean drawn;

  ProgressBar(
      PrintWriter err, String program, String unit, boolean interactive, LongSupplier nanoTime) {
    this.err = err;
    this.program = program;
    this.unit = unit;
    this.interactive = interactive;
    this.nanoTime = nanoTime;
    startedNanos = nanoTime.getAsLong();
    nextNanos = startedNanos + (interactive ? DRAW_DELAY : PRINT_INTERVAL).toNanos();
  }

  /**
   * A progress bar on the terminal of this process, if it has one.
   *
   * @param command gives the error output, and the name of the program that begins each line
   * @param unit what is counted
   */
  public static ProgressBar on(CommandLine command, String unit) {
    String program = command.getCommandSpec().root().name();
    return new ProgressBar(
        command.getErr(), program, unit, Keyboard.isInteractive(), System::nanoTime);
  }

  /** Reports how many units are done. */
  public void update(int done, int total) {
    update(done, 0, total);
  }

  /**
   * Reports how many units are done, including those of an earlier run.
   *
   * @param kept how many are of the earlier run and took no time in this one
   */
  public void update(int done, int kept, int total) {
    long nowNanos = nanoTime.getAsLong();
    boolean nothingNew = kept > 0 && done == kept;
    if (nowNanos - nextNanos < 0 && !nothingNew) {
      return;
    }
    nextNanos = nowNanos + (interactive ? DRAW_INTERVAL : PRINT_INTERVAL).toNanos();
    String status =
        String.format(
            Locale.ROOT,
            "%,d of %,d %s%s",
            done,
            total,
            unit,
            nothingNew ? ", from an earlier run" : remaining(done - kept, total - done, nowNanos));
    if (interactive) {
      drawn = true;
      int filled = (int) ((long) BAR_WIDTH * done / total);
      err.print(
          CLEAR_LINE + "[" + "#".repeat(filled) + " ".repeat(BAR_WIDTH - filled) + "] " + status);
    } else {
      err.println(program + ": " + status);
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
