package tender.server.rest.authentication;

import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import tender.server.model.QuotaLookup;
import tender.server.model.UserId;
import tender.server.model.UserQuotas;
import tender.support.http.ProblemException;

/**
 * Refuses requests of users that send more than their quota for more than some seconds. Each
 * request books a share of a second; a user may be ahead of the time by {@value #BURST_SECONDS} s,
 * so that a dashboard or a submission with many files need not wait.
 */
final class RequestRates {
  static final int BURST_SECONDS = 10;

  private static final long SECOND_NANOS = 1_000_000_000;
  private static final long BURST_NANOS = BURST_SECONDS * SECOND_NANOS;

  /** From this number on, users who are not ahead of the time are forgotten. */
  private static final int MAX_USERS = 10_000;

  private final QuotaLookup quotas;
  private final LongSupplier nanoTime;

  /** Until when each user's requests have booked the time. */
  private final ConcurrentHashMap<UserId, Long> bookedUntilNanos = new ConcurrentHashMap<>();

  RequestRates(QuotaLookup quotas) {
    this(quotas, System::nanoTime);
  }

  RequestRates(QuotaLookup quotas, LongSupplier nanoTime) {
    this.quotas = quotas;
    this.nanoTime = nanoTime;
  }

  /** Books a request of the user, or refuses it. */
  void book(UserId user) {
    UserQuotas own = quotas.of(user);
    if (!own.appliesTo(user)) {
      return;
    }
    long nowNanos = nanoTime.getAsLong();
    if (bookedUntilNanos.size() >= MAX_USERS) {
      bookedUntilNanos.values().removeIf(until -> until - nowNanos <= 0);
    }
    bookedUntilNanos.compute(
        user,
        (_, until) -> {
          long aheadNanos = until == null ? 0 : Math.max(0, until - nowNanos);
          if (aheadNanos > BURST_NANOS) {
            throw tooMany(own.requestsPerSecond(), aheadNanos - BURST_NANOS);
          }
          return nowNanos + aheadNanos + SECOND_NANOS / own.requestsPerSecond();
        });
  }

  private ProblemException tooMany(int perSecond, long waitNanos) {
    int seconds = (int) Math.ceilDiv(waitNanos, SECOND_NANOS);
    return ProblemException.tooManyRequests(
        "You have sent more than %,d requests per second for some time, the quota of a user."
            .formatted(perSecond),
        "Try again in %d s, and send fewer.".formatted(seconds),
        seconds);
  }
}
