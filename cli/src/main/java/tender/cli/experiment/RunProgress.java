package tender.cli.experiment;

import java.io.Console;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;
import tender.experiments.run.Progress;

/**
 * How far an experiment has come and how long it will take: a bar that is drawn over and over where
 * somebody watches, and a line now and then where nobody does.
 */
final class RunProgress implements Progress, AutoCloseable {
  private static final int BAR_WIDTH = 30;
  private static final Duration EVERY = Duration.ofSeconds(30);
  private static final String WIPE = "\r\u001b[K";

  private final PrintWriter err;
  private final boolean watched;
  private final LongSupplier nanoTime;
  private final long startedNanos;
  private long saidNanos;

  RunProgress(PrintWriter err, boolean watched, LongSupplier nanoTime) {
    this.err = err;
    this.watched = watched;
    this.nanoTime = nanoTime;
    startedNanos = nanoTime.getAsLong();
    saidNanos = startedNanos;
  }

  static RunProgress on(PrintWriter err) {
    boolean watched = Optional.ofNullable(System.console()).filter(Console::isTerminal).isPresent();
    return new RunProgress(err, watched, System::nanoTime);
  }

  @Override
  public void at(int done, int kept, int total) {
    long nowNanos = nanoTime.getAsLong();
    String words = done + " of " + total + " runs" + remaining(done, kept, total, nowNanos);
    if (watched) {
      int filled = (int) ((long) BAR_WIDTH * done / total);
      err.print(WIPE + "[" + "#".repeat(filled) + " ".repeat(BAR_WIDTH - filled) + "] " + words);
    } else if (done == kept || done == total || nowNanos - saidNanos >= EVERY.toNanos()) {
      saidNanos = nowNanos;
      err.println("tender: " + words + (done == kept && kept > 0 ? ", kept from before" : ""));
    }
    err.flush();
  }

  /** Guessed from the runs of this time; those kept from before took none of it. */
  private String remaining(int done, int kept, int total, long nowNanos) {
    if (done == kept || done == total) {
      return "";
    }
    double nanosPerRun = (double) (nowNanos - startedNanos) / (done - kept);
    Duration left = Duration.ofNanos((long) (nanosPerRun * (total - done)));
    return left.toMinutes() > 0
        ? ", about " + (left.toMinutes() + 1) + " min left"
        : ", about " + (left.toSeconds() + 1) + " s left";
  }

  @Override
  public void close() {
    if (watched) {
      err.print(WIPE);
      err.flush();
    }
  }
}
