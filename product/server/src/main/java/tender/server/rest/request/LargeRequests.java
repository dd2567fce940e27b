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
 * processor and more than ten times its size of memory. A user sends one at a time. Each books four
 * times as long as it took, and a user may be ahead of the time by {@value #BURST_SECONDS} s, so
 * that one user takes at most a quarter of a processor for longer than some seconds. Half of the
 * processors are left to other requests.
 */
public final class LargeRequests {
  /** Smaller bodies are not limited. */
  static final long LARGE_BYTES = 256 << 10;

  static final int BURST_SECONDS = 10;

  private static final int BOOKED_FACTOR = 4;
  private static final Duration MAX_WAIT = Duration.ofSeconds(10);
  private static final long SECOND_NANOS = Duration.ofSeconds(1).toNanos();

  private static final long BURST_NANOS = BURST_SECONDS * SECOND_NANOS;

  /** From this number on, users who are not ahead of the time are forgotten. */
  private static final int MAX_USERS = 10_000;

  private final LongSupplier nanoTime;
  private final Semaphore processors =
      new Semaphore(Math.max(1, Runtime.getRuntime().availableProcessors() / 2), true);
  private final Map<UserId, State> users = new HashMap<>();

  /** Whether a request of a user is in progress, and until when their requests have booked. */
  private record State(boolean isBusy, long bookedUntilNanos) {}

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

    /** Refuses the request if the user sends another one, or is too far ahead of the time. */
    void acquire(UserId next) {
      startNanos = nanoTime.getAsLong();
      synchronized (users) {
        State state = users.getOrDefault(next, new State(false, startNanos));
        if (state.isBusy()) {
          throw tooMany(SECOND_NANOS);
        }
        long aheadNanos = Math.max(0, state.bookedUntilNanos() - startNanos);
        if (aheadNanos > BURST_NANOS) {
          throw tooMany(aheadNanos - BURST_NANOS);
        }
        if (users.size() >= MAX_USERS) {
          users.values().removeIf(it -> !it.isBusy() && it.bookedUntilNanos() - startNanos <= 0);
        }
        users.put(next, new State(true, startNanos + aheadNanos));
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
      // What the network and other users take is not booked.
      startNanos = nanoTime.getAsLong();
    }

    @Override
    public void close() {
      UserId owner = user;
      if (owner == null) {
        return;
      }
      long nowNanos = nanoTime.getAsLong();
      long bookedNanos = hasProcessor ? BOOKED_FACTOR * (nowNanos - startNanos) : 0;
      if (hasProcessor) {
        processors.release();
      }
      synchronized (users) {
        users.computeIfPresent(
            owner, (_, state) -> new State(false, state.bookedUntilNanos() + bookedNanos));
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
