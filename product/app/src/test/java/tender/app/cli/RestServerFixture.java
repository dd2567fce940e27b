package tender.app.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TimeZone;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import tender.core.model.BagId;
import tender.core.model.Money;
import tender.server.api.InMemoryAccessTokens;
import tender.server.api.InMemoryBagApi;
import tender.server.api.InMemoryBagDetailApi;
import tender.server.api.InMemoryNotifications;
import tender.server.api.InMemoryProjects;
import tender.server.api.operator.InMemoryOperator;
import tender.server.model.UserId;
import tender.server.model.UserQuotas;
import tender.server.rest.RequestListener;
import tender.server.rest.RestServer;
import tender.support.http.HttpListenerConfig;

/** A real REST server around an API in memory, and a user's home with a config file. */
abstract class RestServerFixture {
  static final UserId ANN = new UserId("ann");
  static final String TOKEN = "secret-of-ann";
  static final Instant NOW = Instant.parse("2030-01-01T00:00:00Z");
  static final Instant QUOTED = Instant.parse("2030-01-01T01:00:00Z");

  private static final Logger HELIDON = Logger.getLogger("io.helidon");

  @TempDir Path home;

  final InMemoryBagApi bags = bags();
  final InMemoryNotifications notifications = new InMemoryNotifications();
  final InMemoryAccessTokens tokens = new InMemoryAccessTokens(Map.of(TOKEN, ANN));
  final RestServer server = server();
  private final String homeBefore = System.getProperty("user.home");
  private final TimeZone zoneBefore = TimeZone.getDefault();

  InMemoryBagApi bags() {
    return new InMemoryBagApi(NOW.toEpochMilli());
  }

  RestServer server() {
    return new RestServer(
        new HttpListenerConfig("127.0.0.1", 0, Optional.empty()),
        bags,
        new InMemoryBagDetailApi(bags),
        tokens,
        new InMemoryProjects(),
        notifications,
        Optional.empty(),
        Optional.empty(),
        new InMemoryOperator().api(),
        tokens::find,
        UserQuotas.DEFAULT,
        _ -> {},
        RequestListener.NONE);
  }

  @BeforeEach
  void start() throws IOException {
    HELIDON.setLevel(Level.WARNING);
    TimeZone.setDefault(TimeZone.getTimeZone("UTC"));
    System.setProperty("user.home", home.toString());
    bags.quote(QUOTED.toEpochMilli(), new Money(12_500));
    server.start();
    configure("{server: '" + address() + "', token: " + TOKEN + "}", "rw-------");
    Files.writeString(home.resolve("pi.py"), "print(3)\n");
  }

  @AfterEach
  void stop() {
    server.close();
    System.setProperty("user.home", homeBefore);
    TimeZone.setDefault(zoneBefore);
  }

  String address() {
    return "http://127.0.0.1:" + server.port();
  }

  void configure(String text, String permissions) throws IOException {
    Path file = home.resolve(".config/tender/config.yaml");
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
  }

  /** A bag file with four tasks, and more lines. */
  String file(String... lines) throws IOException {
    Path file = home.resolve("bag.yaml");
    Files.writeString(
        file,
        "version: 1\nname: pi\ncommand: python3 pi.py {task}\ntasks: 4\nruntime: 2m\n"
            + "inputs: [pi.py]\n"
            + String.join("\n", lines));
    return file.toString();
  }

  /** Submits four tasks, which are promised immediately. */
  BagId submitted() throws IOException {
    return new BagId(CliRun.run("submit", file(), "-y", "-o", "json").json().get("id").asString());
  }

  /** Ends a task with 0 without all of its outputs. */
  void deliverWithoutOutput(BagId bag, int task, String reasons) {
    deliverWithoutOutput(bag, task, Map.of("out-refused", reasons));
  }

  void deliverWithoutOutput(BagId bag, int task, Map<String, String> files) {
    Map<String, String> all = new HashMap<>(files);
    all.put("stdout", "out\n");
    all.put("stderr", "");
    bags.deliver(bag, task, 0, all, NOW.toEpochMilli());
  }

  void deliver(BagId bag, int task, int exitCode) {
    bags.deliver(
        bag,
        task,
        exitCode,
        Map.of(
            "stdout",
            "out " + task + "\n",
            "stderr",
            "err\n",
            "task.json",
            "{\"attempts\":2,\"started\":\"2030-01-01T00:00:00Z\",\"ended\":\"2030-01-01T00:00:10Z\"}",
            "out/pi.json",
            "" + task),
        NOW.toEpochMilli());
  }
}
