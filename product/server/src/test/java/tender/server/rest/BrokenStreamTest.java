package tender.server.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tender.bagfile.Digest;
import tender.core.model.BagId;
import tender.server.api.InMemoryAccessTokens;
import tender.server.api.InMemoryBagApi;
import tender.server.api.InMemoryBagDetailApi;
import tender.server.api.InMemoryNotifications;
import tender.server.api.InMemoryProjects;
import tender.server.api.operator.InMemoryOperator;
import tender.server.model.Access;
import tender.server.model.UserId;
import tender.server.model.UserQuotas;
import tender.support.http.HttpListenerConfig;
import tender.support.http.ProblemHandler;

/** Streams that break on either side. */
@Timeout(60)
class BrokenStreamTest extends RestFixture {
  private static final Logger PROBLEMS = Logger.getLogger(ProblemHandler.class.getName());

  private final List<LogRecord> logged = new CopyOnWriteArrayList<>();
  private final Handler handler =
      new Handler() {
        @Override
        public void publish(LogRecord entry) {
          logged.add(entry);
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };

  @BeforeEach
  void listen() {
    PROBLEMS.addHandler(handler);
    PROBLEMS.setUseParentHandlers(false);
  }

  @AfterEach
  void stopListening() {
    PROBLEMS.removeHandler(handler);
    PROBLEMS.setUseParentHandlers(true);
  }

  @Test
  void clientThatDisconnectsIsNotLogged() throws IOException, InterruptedException {
    BagId bag = submitted("k");
    try (HttpClient http = HttpClient.newHttpClient()) {
      var request = ann.request("/v1/bags/" + bag + "/events").build();
      try (InputStream events = http.send(request, BodyHandlers.ofInputStream()).body()) {
        assertThat(events.read()).isEqualTo('i');
      }
      http.shutdownNow();
    }
    for (int position = 0; position < 4; position++) {
      api.deliver(bag, position, 0, Map.of("stdout", ""), NOW_MILLIS);
      Thread.sleep(50);
    }
    assertThat(ann.get("/health").status()).isEqualTo(200);
    assertThat(logged).isEmpty();
  }

  @Test
  void responseThatFailsMidwayIsAborted() {
    InMemoryBagApi breaking =
        new InMemoryBagApi(0) {
          @Override
          public synchronized void writePack(UserId user, BagId id, Digest pack, OutputStream sink)
              throws IOException {
            sink.write(new byte[1 << 20]);
            sink.flush();
            throw new IllegalStateException("Database unavailable.");
          }
        };
    try (RestServer other =
        new RestServer(
            new HttpListenerConfig("127.0.0.1", 0, Optional.empty()),
            breaking,
            new InMemoryBagDetailApi(breaking),
            new InMemoryAccessTokens(Map.of()),
            new InMemoryProjects(),
            new InMemoryNotifications(),
            Optional.empty(),
            Optional.empty(),
            new InMemoryOperator().api(),
            _ -> Optional.of(Access.unlimited(ANN)),
            UserQuotas.DEFAULT,
            _ -> {},
            RequestListener.NONE)) {
      other.start();
      RestTestClient client = RestTestClient.of(other, "any");
      assertThatThrownBy(() -> client.get("/v1/bags/b1/results/" + "0".repeat(64)))
          .isInstanceOf(UncheckedIOException.class);
    }
  }
}
