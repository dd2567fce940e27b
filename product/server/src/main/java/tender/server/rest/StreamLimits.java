package tender.server.rest;

import java.util.HashMap;
import java.util.Map;
import tender.server.model.QuotaLookup;
import tender.server.model.UserId;
import tender.support.http.ProblemException;

/** Limits the event streams of a server, and those of each user, so that others can open some. */
final class StreamLimits {
  /** Fewer than the concurrent requests of the server. */
  static final int MAX_STREAMS = 4_000;

  private static final int RETRY_SECONDS = 5;

  private final QuotaLookup quotas;
  private final Map<UserId, Integer> counts = new HashMap<>();
  private int total;

  StreamLimits(QuotaLookup quotas) {
    this.quotas = quotas;
  }

  /** Counts a new stream; must be released. */
  void acquire(UserId user) {
    acquire(user, quotas.of(user).eventStreams());
  }

  private synchronized void acquire(UserId user, int maxStreams) {
    int count = counts.getOrDefault(user, 0);
    if (count >= maxStreams) {
      throw ProblemException.tooManyRequests(
          "You have %,d open event streams, the quota of a user.".formatted(maxStreams),
          "Close some of them, then try again.",
          RETRY_SECONDS);
    }
    if (total >= MAX_STREAMS) {
      throw ProblemException.unavailable(
          "The limit of %,d event streams is reached.".formatted(MAX_STREAMS));
    }
    counts.put(user, count + 1);
    total++;
  }

  synchronized void release(UserId user) {
    counts.computeIfPresent(user, (_, count) -> count > 1 ? count - 1 : null);
    total--;
  }
}
