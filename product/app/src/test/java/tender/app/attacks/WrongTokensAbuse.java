package tender.app.attacks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import tender.app.attacks.RawConnection.Answer;

/** Strangers who guess tokens as fast as they are answered. */
final class WrongTokensAbuse implements Abuse {
  private static final int ADDRESSES = 4;
  private static final int PER_ADDRESS = 100;

  private final int port;
  private final AtomicInteger guesses = new AtomicInteger();
  private final Map<Answer, Integer> answers = new ConcurrentHashMap<>();

  WrongTokensAbuse(int port) {
    this.port = port;
  }

  @Override
  public String name() {
    return "wrongTokens";
  }

  @Override
  public void run(Duration duration) throws InterruptedException {
    try (AbuseThreads threads = new AbuseThreads(duration)) {
      for (int i = 0; i < ADDRESSES * PER_ADDRESS; i++) {
        String from = "127.0.3." + (1 + i % ADDRESSES);
        threads.repeat(Duration.ofMillis(50), () -> guess(threads, from));
      }
      threads.awaitEnd();
    }
  }

  private void guess(AbuseThreads threads, String from) throws IOException {
    try (RawConnection connection = new RawConnection(from, port)) {
      while (threads.isTime()) {
        answers.merge(
            connection.exchange(RawConnection.get("/v1/bags", "wrong" + guesses.incrementAndGet())),
            1,
            Integer::sum);
      }
    }
  }

  @Override
  public Map<String, ?> observed() {
    return Map.of("guesses", guesses, "answers", answers);
  }

  @Override
  public void check() {
    assertThat(answers.keySet()).isNotEmpty().containsOnly(new Answer(401, Optional.empty()));
  }
}
