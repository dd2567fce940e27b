package tender.server.rest;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import tender.core.model.BagId;
import tender.core.model.Money;
import tender.server.api.InMemoryAccessTokens;
import tender.server.api.InMemoryBagApi;
import tender.server.api.InMemoryBagDetailApi;
import tender.server.api.InMemoryLogin;
import tender.server.api.InMemoryNotifications;
import tender.server.api.InMemoryProjects;
import tender.server.api.operator.InMemoryOperator;
import tender.server.api.view.FailedAttempts;
import tender.server.model.AuditEvent;
import tender.server.model.UserId;
import tender.server.model.UserQuotas;
import tender.support.http.HttpListenerConfig;

/** A real server on its own port with an in-memory API and two users. */
abstract class RestFixture {
  static final UserId ANN = new UserId("ann");
  static final UserId BEN = new UserId("ben");

  /** 2026-11-20T00:00:00Z. */
  static final long NOW_MILLIS = 1_795_132_800_000L;

  static final FailedAttempts FAILED =
      new FailedAttempts(
          2,
          1,
          List.of(
              new FailedAttempts.FailedAttempt(
                  3, 2, 127, InMemoryBagApi.FIRST, "sh: pi: not found\n")));

  static final String WORK =
      """
      {"version": 1, "name": "pi", "command": "echo {task}", "taskList": {"kind": "count", "tasks": 4},
       "inputs": [], "outputs": [], "width": 1, "runtimeMillis": 60000, "retries": 0}
      """;

  /** Held in a field, because a logger that is garbage collected loses its level. */
  private static final Logger HELIDON = Logger.getLogger("io.helidon");

  final InMemoryBagApi api = new InMemoryBagApi(NOW_MILLIS);
  final InMemoryProjects projects = new InMemoryProjects();
  final Queue<AuditEvent> audited = new ConcurrentLinkedQueue<>();
  final InMemoryAccessTokens tokens =
      new InMemoryAccessTokens(Map.of("secret-a", ANN, "secret-b", BEN));
  final InMemoryNotifications notifications = new InMemoryNotifications();
  final InMemoryOperator operators = new InMemoryOperator();
  final RestServer server =
      new RestServer(
          new HttpListenerConfig("127.0.0.1", 0, Optional.empty(), isBehindProxy()),
          api,
          new InMemoryBagDetailApi(api),
          tokens,
          projects,
          notifications,
          Optional.of(new NoHolds()),
          Optional.of(new InMemoryLogin()),
          operators.api(),
          tokens::find,
          quotas(),
          audited::add,
          RequestListener.NONE);
  RestTestClient ann;
  RestTestClient ben;

  UserQuotas quotas() {
    return UserQuotas.DEFAULT;
  }

  boolean isBehindProxy() {
    return false;
  }

  @BeforeEach
  void start() {
    HELIDON.setLevel(Level.WARNING);
    api.quote(NOW_MILLIS + 3_600_000, new Money(12_500));
    server.start();
    ann = RestTestClient.of(server, "secret-a");
    ben = RestTestClient.of(server, "secret-b");
  }

  @AfterEach
  void stop() {
    server.close();
  }

  /** Submits a bag of four tasks that is promised without a quote. */
  BagId submitted(String key) {
    RestTestClient.Reply reply = ann.post("/v1/bags", key, "{\"work\": " + WORK + "}");
    return new BagId(reply.json().get("id").asString());
  }

  BagId quoted(String key) {
    RestTestClient.Reply reply =
        ann.post("/v1/bags", key, "{\"work\": " + WORK + ", \"quoteFirst\": true}");
    return new BagId(reply.json().get("id").asString());
  }
}
