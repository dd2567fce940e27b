package tender.cli.faults;

import java.io.Console;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.function.IntConsumer;
import java.util.function.LongSupplier;

/**
 * How many worlds have ended and how long the others will take: a bar that is drawn over and over
 * where somebody watches, and a line now and then where nobody does. What is over in a second shows
 * nothing.
 */
final class WorldProgress implements IntConsumer, AutoCloseable {
  private static final int BAR_WIDTH = 30;
  private static final Duration FIRST = Duration.ofSeconds(1);
  private static final Duration EVERY_DRAWN = Duration.ofMillis(100);
  private static final Duration EVERY_SAID = Duration.ofSeconds(30);
  private static final String WIPE = "\r\u001b[K";

  private final PrintWriter err;
  private final int total;
  private final boolean watched;
  private final LongSupplier nanoTime;
  private final long startedNanos;
  private long nextNanos;
  private boolean drawn;

  WorldProgress(PrintWriter err, int total, boolean watched, LongSupplier nanoTime) {
    this.err = err;
    this.total = total;
    this.watched = watched;
    this.nanoTime = nanoTime;
    startedNanos = nanoTime.getAsLong();
    nextNanos = startedNanos + (watched ? FIRST : EVERY_SAID).toNanos();
  }

  static WorldProgress on(PrintWriter err, int total) {
    boolean watched = Optional.ofNullable(System.console()).filter(Console::isTerminal).isPresent();
    return new WorldProgress(err, total, watched, System::nanoTime);
  }

  @Override
  public void accept(int done) {
    long nowNanos = nanoTime.getAsLong();
    if (nowNanos - nextNanos < 0) {
      return;
    }
    nextNanos = nowNanos + (watched ? EVERY_DRAWN : EVERY_SAID).toNanos();
    String words =
        String.format(Locale.ROOT, "%,d of %,d worlds%s", done, total, remaining(done, nowNanos));
    if (watched) {
      drawn = true;
      int filled = (int) ((long) BAR_WIDTH * done / total);
      err.print(WIPE + "[" + "#".repeat(filled) + " ".repeat(BAR_WIDTH - filled) + "] " + words);
    } else {
      err.println("tender: " + words);
    }
    err.flush();
  }

  private String remaining(int done, long nowNanos) {
    if (done == 0 || done == total) {
      return "";
    }
    double nanosPerWorld = (double) (nowNanos - startedNanos) / done;
    Duration left = Duration.ofNanos((long) (nanosPerWorld * (total - done)));
    return left.toMinutes() > 0
        ? ", about " + (left.toMinutes() + 1) + " min left"
        : ", about " + (left.toSeconds() + 1) + " s left";
  }

  @Override
  public void close() {
    if (drawn) {
      err.print(WIPE);
      err.flush();
    }
  }
}
