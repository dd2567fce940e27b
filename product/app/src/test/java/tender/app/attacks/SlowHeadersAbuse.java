package tender.app.attacks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** Many connections that send their request a byte at a time. */
final class SlowHeadersAbuse implements Abuse {
  private static final int ADDRESSES = 8;
  private static final int PER_ADDRESS = 100;
  private static final byte[] START =
      "GET /v1/bags HTTP/1.1\r\nHost: loc".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] BYTE = {'a'};

  private final int port;
  private final AtomicInteger opened = new AtomicInteger();
  private final AtomicInteger closed = new AtomicInteger();
  private final AtomicInteger mostOpen = new AtomicInteger();
  private final AtomicInteger open = new AtomicInteger();

  SlowHeadersAbuse(int port) {
    this.port = port;
  }

  @Override
  public String name() {
    return "slowHeaders";
  }

  @Override
  public void run(Duration duration) throws InterruptedException {
    try (AbuseThreads threads = new AbuseThreads(duration)) {
      for (int i = 0; i < ADDRESSES * PER_ADDRESS; i++) {
        String from = "127.0.1." + (1 + i % ADDRESSES);
        threads.repeat(Duration.ofMillis(500), () -> sendSlowly(threads, from));
      }
      threads.awaitEnd();
    }
  }

  private void sendSlowly(AbuseThreads threads, String from)
      throws IOException, InterruptedException {
    try (RawConnection connection = new RawConnection(from, port)) {
      opened.incrementAndGet();
      connection.send(START);
      // A connection that is refused is closed immediately.
      Thread.sleep(250);
      if (connection.isClosed()) {
        closed.incrementAndGet();
        return;
      }
      mostOpen.accumulateAndGet(open.incrementAndGet(), Math::max);
      try {
        while (threads.isTime()) {
          connection.send(BYTE);
          Thread.sleep(500);
        }
      } finally {
        open.decrementAndGet();
      }
    }
  }

  @Override
  public Map<String, ?> observed() {
    return Map.of("opened", opened, "closed", closed, "mostOpen", mostOpen);
  }

  /**
   * How many were open at the same time is only a figure: connections that the kernel holds for a
   * busy server look open. The server's own tests check the limit for each address.
   */
  @Override
  public void check() {
    assertThat(closed.get()).as("connections refused").isPositive();
  }
}
