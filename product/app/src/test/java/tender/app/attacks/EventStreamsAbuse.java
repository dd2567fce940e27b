package tender.app.attacks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import tender.app.attacks.RawConnection.Answer;

/** One user with more event streams than the quota, who tries to open further ones. */
final class EventStreamsAbuse implements Abuse {
  private static final int STREAMS = 1_001;

  /** Fewer than the connections that an address may have before it is authenticated. */
  private static final int OPENING = 32;

  private final int port;
  private final byte[] request;
  private final AtomicInteger accepted = new AtomicInteger();
  private final AtomicInteger open = new AtomicInteger();
  private final AtomicInteger mostOpen = new AtomicInteger();
  private final Queue<Answer> refused = new ConcurrentLinkedQueue<>();

  EventStreamsAbuse(int port, String token, String bag) {
    this.port = port;
    request = RawConnection.get("/v1/bags/" + bag + "/events", token);
  }

  @Override
  public String name() {
    return "eventStreams";
  }

  @Override
  public void run(Duration duration) throws InterruptedException {
    Semaphore opening = new Semaphore(OPENING);
    try (AbuseThreads threads = new AbuseThreads(duration)) {
      for (int i = 0; i < STREAMS; i++) {
        threads.repeat(Duration.ofMillis(200), () -> open(opening));
      }
      threads.awaitEnd();
    }
  }

  private void open(Semaphore opening) throws IOException, InterruptedException {
    opening.acquire();
    boolean isOpening = true;
    try (RawConnection connection = new RawConnection("127.0.2.1", port)) {
      connection.send(request);
      Answer answer = connection.readHead();
      opening.release();
      isOpening = false;
      if (answer.status() != 200) {
        refused.add(answer);
        return;
      }
      accepted.incrementAndGet();
      mostOpen.accumulateAndGet(open.incrementAndGet(), Math::max);
      try {
        connection.drain();
      } finally {
        open.decrementAndGet();
      }
    } finally {
      if (isOpening) {
        opening.release();
      }
    }
  }

  @Override
  public Map<String, ?> observed() {
    return Map.of("accepted", accepted, "mostOpen", mostOpen, "refused", refused.size());
  }

  @Override
  public void check() {
    assertThat(mostOpen.get()).isLessThan(STREAMS);
    assertThat(refused)
        .isNotEmpty()
        .allSatisfy(
            answer -> {
              assertThat(answer.status()).isEqualTo(429);
              assertThat(answer.retryAfter()).isPresent();
            });
  }
}
