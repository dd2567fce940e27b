package tender.app.attacks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import tender.app.attacks.RawConnection.Answer;

/**
 * One user who sends lists that are too long and bodies that are too large, some of them just small
 * enough to be read.
 */
final class OversizedRequestsAbuse implements Abuse {
  private static final int CONNECTIONS = 32;
  private static final int MEBIBYTE = 1 << 20;

  private final int port;
  private final Map<String, byte[]> requests = new LinkedHashMap<>();
  private final Map<String, Map<Answer, Integer>> answers = new ConcurrentHashMap<>();
  private final AtomicInteger sent = new AtomicInteger();

  OversizedRequestsAbuse(int port, String token) {
    this.port = port;
    String list = "\"x\",".repeat(7 * MEBIBYTE / 4) + "\"x\"";
    requests.put("page of a million bags", RawConnection.get("/v1/bags?limit=1000000", token));
    requests.put(
        "body of 100 MiB",
        RawConnection.head(
            "POST",
            "/v1/bags",
            token,
            "Idempotency-Key: abuse\r\nContent-Length: " + 100 * MEBIBYTE + "\r\n",
            "{\"work\": {"));
    requests.put(
        "list of two million inputs",
        RawConnection.post("/v1/bags", token, "{\"work\": {\"inputs\": [" + list + "]}}"));
    requests.put(
        "deeply nested body",
        RawConnection.post(
            "/v1/bags", token, "{\"work\": {\"inputs\": " + "[".repeat(7 * MEBIBYTE) + "}}"));
    requests.put(
        "20,000 digests",
        RawConnection.post(
            "/v1/blobs/missing",
            token,
            "{\"digests\": [" + ("\"" + "a".repeat(40) + "\",").repeat(20_000) + "\"a\"]}"));
  }

  @Override
  public String name() {
    return "oversizedRequests";
  }

  @Override
  public void run(Duration duration) throws InterruptedException {
    List<String> names = List.copyOf(requests.keySet());
    try (AbuseThreads threads = new AbuseThreads(duration)) {
      for (int i = 0; i < CONNECTIONS; i++) {
        threads.repeat(
            Duration.ofMillis(20), () -> send(names.get(sent.getAndIncrement() % names.size())));
      }
      threads.awaitEnd();
    }
  }

  private void send(String name) throws IOException {
    byte[] request = requests.getOrDefault(name, new byte[0]);
    try (RawConnection connection = new RawConnection("127.0.4.1", port)) {
      Answer answer = connection.exchange(request);
      answers.computeIfAbsent(name, _ -> new ConcurrentHashMap<>()).merge(answer, 1, Integer::sum);
    }
  }

  @Override
  public Map<String, ?> observed() {
    return Map.of("sent", sent, "answers", answers);
  }

  @Override
  public void check() {
    assertThat(answers.keySet()).isEqualTo(requests.keySet());
    answers.forEach(
        (name, given) ->
            given
                .keySet()
                .forEach(
                    answer -> {
                      assertThat(Set.of(400, 413, 422, 429)).as(name).contains(answer.status());
                      assertThat(answer.retryAfter().isPresent())
                          .as(name)
                          .isEqualTo(answer.status() == 429);
                    }));
  }
}
