package tender.server.rest.authentication;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import tender.server.model.UserId;

/**
 * The tokens of open streams, which are checked again and again, so that a revoked one ends its
 * streams. All of them are checked together: a thousand streams cost one query.
 */
public final class StreamTokens {
  private final UserTokens tokens;
  private final Duration interval;
  private final Map<String, Integer> streams = new HashMap<>();
  private Map<String, UserId> valid = Map.of();
  private long checkedNanos = System.nanoTime();

  /**
   * @param interval how old an answer may be
   */
  public StreamTokens(UserTokens tokens, Duration interval) {
    this.tokens = tokens;
    this.interval = interval;
  }

  /** A stream that was opened with a token; must be closed. */
  public final class OpenStream implements AutoCloseable {
    private final String token;
    private final UserId user;
    private final long openedNanos = System.nanoTime();

    private OpenStream(String token, UserId user) {
      this.token = token;
      this.user = user;
    }

    /** Whether the token was still the user's a short time ago. */
    public boolean isAllowed() {
      synchronized (StreamTokens.this) {
        if (System.nanoTime() - openedNanos < interval.toNanos()) {
          // Its token was checked when it was opened.
          return true;
        }
        checkIfDue();
        return user.equals(valid.get(token));
      }
    }

    @Override
    public void close() {
      synchronized (StreamTokens.this) {
        streams.computeIfPresent(token, (key, count) -> count == 1 ? null : count - 1);
      }
    }
  }

  /** A stream that was opened with a valid token of the user. */
  public synchronized OpenStream open(String token, UserId user) {
    streams.merge(token, 1, Integer::sum);
    return new OpenStream(token, user);
  }

  private void checkIfDue() {
    long nowNanos = System.nanoTime();
    if (nowNanos - checkedNanos >= interval.toNanos()) {
      valid = tokens.findUsers(streams.keySet());
      checkedNanos = nowNanos;
    }
  }
}
