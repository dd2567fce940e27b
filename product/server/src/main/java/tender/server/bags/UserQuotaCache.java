package tender.server.bags;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import tender.server.model.OwnQuotas;
import tender.server.model.QuotaLookup;
import tender.server.model.UserId;
import tender.server.model.UserQuotas;

/**
 * The quotas of users: the market's, and those that operators have set for single users. The latter
 * are few and needed for each request, so they are kept in memory for some seconds.
 */
public final class UserQuotaCache implements QuotaLookup {
  private static final long MAX_AGE_NANOS = Duration.ofSeconds(5).toNanos();

  private final UserQuotas market;
  private final Supplier<Map<UserId, OwnQuotas>> stored;
  private final LongSupplier nanoTime;
  private final ReentrantLock reading = new ReentrantLock();
  private volatile Map<UserId, OwnQuotas> own = Map.of();
  private volatile long dueNanos;

  public UserQuotaCache(UserQuotas market, Supplier<Map<UserId, OwnQuotas>> stored) {
    this(market, stored, System::nanoTime);
  }

  UserQuotaCache(
      UserQuotas market, Supplier<Map<UserId, OwnQuotas>> stored, LongSupplier nanoTime) {
    this.market = market;
    this.stored = stored;
    this.nanoTime = nanoTime;
    dueNanos = nanoTime.getAsLong();
  }

  @Override
  public UserQuotas of(UserId user) {
    // Other requests use the former values while one request reads.
    if (nanoTime.getAsLong() - dueNanos >= 0 && reading.tryLock()) {
      try {
        dueNanos = nanoTime.getAsLong() + MAX_AGE_NANOS;
        own = DatabaseErrorMapper.mapErrors(stored::get);
      } finally {
        reading.unlock();
      }
    }
    return market.with(own.getOrDefault(user, OwnQuotas.NONE));
  }
}
