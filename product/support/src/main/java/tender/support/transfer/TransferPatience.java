package tender.support.transfer;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongSupplier;

/**
 * Decides whether a failed request of a transfer is repeated: until no request has succeeded for
 * some time. Before the first success this time is short, because the store may not be reachable
 * from here at all. Thread-safe.
 */
public final class TransferPatience {
  private static final Duration UNTIL_FIRST_SUCCESS = Duration.ofSeconds(15);
  private static final Duration MAX_OUTAGE = Duration.ofMinutes(10);
  private static final long FIRST_PAUSE_MILLIS = 200;
  private static final long MAX_PAUSE_MILLIS = 5_000;
  private static final int MAX_DOUBLINGS = 5;

  private final Duration untilFirstSuccess;
  private final Duration maxOutage;
  private final LongSupplier nanoTime;
  private boolean hasSucceeded;
  private long sinceNanos;

  public TransferPatience() {
    this(UNTIL_FIRST_SUCCESS, MAX_OUTAGE, System::nanoTime);
  }

  TransferPatience(Duration untilFirstSuccess, Duration maxOutage, LongSupplier nanoTime) {
    this.untilFirstSuccess = untilFirstSuccess;
    this.maxOutage = maxOutage;
    this.nanoTime = nanoTime;
    sinceNanos = nanoTime.getAsLong();
  }

  synchronized void succeeded() {
    hasSucceeded = true;
    sinceNanos = nanoTime.getAsLong();
  }

  /**
   * Waits before the request is repeated.
   *
   * @param failures how many times this request has failed
   * @throws StoreUnreachableException if no request has succeeded and none will be made
   * @throws IOException the failure, if it has lasted too long
   */
  void await(IOException failure, int failures) throws IOException, InterruptedException {
    synchronized (this) {
      long waitedNanos = nanoTime.getAsLong() - sinceNanos;
      if (!hasSucceeded && waitedNanos > untilFirstSuccess.toNanos()) {
        throw new StoreUnreachableException(failure);
      }
      if (waitedNanos > maxOutage.toNanos()) {
        throw failure;
      }
    }
    long millis =
        Math.min(MAX_PAUSE_MILLIS, FIRST_PAUSE_MILLIS << Math.min(failures, MAX_DOUBLINGS));
    Thread.sleep(ThreadLocalRandom.current().nextLong(millis / 2, millis + 1));
  }
}
