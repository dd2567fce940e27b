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
  private static final double NANOS_PER_SECOND = 1e9;
  private static final String CLEAR_LINE = "\r\u001b[K";

  private final PrintWriter err;
  private final String program;
  private final String unit;
  private final boolean interactive;
  private final boolean showsRate;
  private final LongSupplier nanoTime;
  private final long startedNanos;
  private long nextNanos;
  private boolean drawn;

  ProgressBar(
      PrintWriter err,
      String program,
      String unit,
      boolean interactive,
      boolean showsRate,
      LongSupplier nanoTime) {
    this.err = err;
    this.program = program;
    this.unit = unit;
    this.interactive = interactive;
    this.showsRate = showsRate;
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
    return on(command, unit, false);
  }

  /**
   * A progress bar that also shows how many units are done in a second.
   *
   * @param unit begins with a word for one unit
   */
  static ProgressBar withRate(CommandLine command, String unit) {
    return on(command, unit, true);
  }

  private static ProgressBar on(CommandLine command, String unit, boolean showsRate) {
    String program = command.getCommandSpec().root().name();
    return new ProgressBar(
        command.getErr(), program, unit, Keyboard.isInteractive(), showsRate, System::nanoTime);
  }

  /** Reports how many units are done. */
  public void update(long done, long total) {
    update(done, 0, total);
  }

  /**
   * Reports how many units are done, including those of an earlier run.
   *
   * @param kept how many are of the earlier run and took no time in this one
   */
  public void update(long done, long kept, long total) {
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
      int filled = (int) (BAR_WIDTH * done / Math.max(1, total));
      err.print(
          CLEAR_LINE + "[" + "#".repeat(filled) + " ".repeat(BAR_WIDTH - filled) + "] " + status);
    } else {
      err.println(program + ": " + status);
    }
    err.flush();
  }

  private String remaining(long done, long left, long nowNanos) {
    if (done == 0 || left == 0) {
      return "";
    }
    double nanosForOne = (double) (nowNanos - startedNanos) / done;
    Duration time = Duration.ofNanos((long) (nanosForOne * left));
    String rate =
        showsRate
            ? String.format(Locale.ROOT, ", %.1f %s/s", NANOS_PER_SECOND / nanosForOne, unitName())
            : "";
    return rate + timeLeft(time);
  }

  /** The first word of the unit. */
  private String unitName() {
    return unit.substring(0, unit.indexOf(' '));
  }

  private static String timeLeft(Duration time) {
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
