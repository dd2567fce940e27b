package tender.server.rest.request;

import io.helidon.webserver.http.Handler;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import tender.server.model.Access;
import tender.server.model.UserId;
import tender.support.http.ProblemException;

/**
 * Limits requests with large JSON bodies, because a body of some megabytes takes a second of a
 * processor and more than ten times its size of memory. A user sends one at a time and then pauses
 * for three times as long as it took, and half of the processors are left to other requests.
 */
public final class LargeRequests {
  /** Smaller bodies are not limited. */
  static final long LARGE_BYTES = 256 << 10;

  private static final int PAUSE_FACTOR = 3;
  private static final Duration MAX_WAIT = Duration.ofSeconds(10);
  private static final long SECOND_NANOS = Duration.ofSeconds(1).toNanos();

  /** From this number on, users whose pause has ended are forgotten. */
  private static final int MAX_USERS = 10_000;

  private final LongSupplier nanoTime;
  private final Semaphore processors =
      new Semaphore(Math.max(1, Runtime.getRuntime().availableProcessors() / 2), true);
  private final Map<UserId, State> users = new HashMap<>();

  /** Whether a user's request is in progress, and else until when the user pauses. */
  private record State(boolean isBusy, long pausesUntilNanos) {}

  public LargeRequests() {
    this(System::nanoTime);
  }

  LargeRequests(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /** Handles a request, whose body may be large. */
  public void handle(Handler handler, ServerRequest request, ServerResponse response)
      throws Exception {
    try (Slot slot = new Slot()) {
      request.context().register(slot);
      handler.handle(request, response);
    }
  }

  /** Reserves what the body of the request needs, until the request ends. */
  static void reserve(ServerRequest request, long contentLength, long maxBytes) {
    boolean isLarge = contentLength < 0 ? maxBytes > LARGE_BYTES : contentLength > LARGE_BYTES;
    if (isLarge) {
      request
          .context()
          .get(Slot.class)
          .ifPresent(
              slot -> request.context().get(Access.class).ifPresent(it -> slot.acquire(it.user())));
    }
  }

  /** The body has arrived and will be parsed. */
  static void awaitProcessor(ServerRequest request) {
    request.context().get(Slot.class).ifPresent(Slot::awaitProcessor);
  }

  Slot newSlot() {
    return new Slot();
  }

  /** What one request has reserved. */
  final class Slot implements AutoCloseable {
    private @Nullable UserId user;
    private boolean hasProcessor;
    private long startNanos;

    /** Refuses the request if the user sends another one, or pauses. */
    void acquire(UserId next) {
      startNanos = nanoTime.getAsLong();
      synchronized (users) {
        State state = users.getOrDefault(next, new State(false, startNanos));
        if (state.isBusy()) {
          throw tooMany(SECOND_NANOS);
        }
        if (state.pausesUntilNanos() - startNanos > 0) {
          throw tooMany(state.pausesUntilNanos() - startNanos);
        }
        if (users.size() >= MAX_USERS) {
          users
              .values()
              .removeIf(it -> !it.isBusy() && it.pausesUntilNanos() - startNanos <= 0);
        }
        users.put(next, new State(true, startNanos));
      }
      user = next;
    }

    void awaitProcessor() {
      if (user == null) {
        return;
      }
      try {
        hasProcessor = processors.tryAcquire(MAX_WAIT.toSeconds(), TimeUnit.SECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      if (!hasProcessor) {
        throw ProblemException.unavailable("Many large requests are waiting.");
      }
      // A user with a slow network need not pause for it.
      startNanos = nanoTime.getAsLong();
    }

    @Override
    public void close() {
      UserId owner = user;
      if (owner == null) {
        return;
      }
      long nowNanos = nanoTime.getAsLong();
      long pauseNanos = hasProcessor ? PAUSE_FACTOR * (nowNanos - startNanos) : 0;
      if (hasProcessor) {
        processors.release();
      }
      synchronized (users) {
        users.put(owner, new State(false, nowNanos + pauseNanos));
      }
    }
  }

  private static ProblemException tooMany(long waitNanos) {
    int seconds = (int) Math.max(1, Math.ceilDiv(waitNanos, SECOND_NANOS));
    return ProblemException.tooManyRequests(
        "You send requests with more than %,d bytes faster than one user may."
            .formatted(LARGE_BYTES),
        "Send one at a time, the next in %d s.".formatted(seconds),
        seconds);
  }
}
