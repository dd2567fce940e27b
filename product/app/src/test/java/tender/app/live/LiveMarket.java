package tender.app.live;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.logging.Level;
import java.util.logging.Logger;
import tender.agent.Agent;
import tender.agent.AgentConfig;
import tender.core.model.Money;
import tender.server.MarketAdministration;
import tender.server.ServerConfig;
import tender.server.model.UserId;
import tender.server.store.ledger.AccountId;
import tender.support.config.YamlConfigReader;
import tender.support.files.SecureDeletion;
import tender.testbed.Testbed;
import tools.jackson.databind.JsonNode;

/**
 * A whole market of real components: PostgreSQL, server and agent processes, Slurm clusters,
 * optionally a Grid Engine cell, and a network between agents and servers that can be cut.
 */
public final class LiveMarket implements AutoCloseable {
  private static final Duration TIMEOUT = Duration.ofMinutes(1);
  private static final long POLL_MILLIS = 200;

  /** Of every user: a million credits. */
  static final Money DEPOSIT = new Money(1_000_000_000);

  private static final Duration TOKEN_LIFE = Duration.ofMinutes(10);

  /** Loggers of this process; kept in a field, because an unreferenced logger loses its level. */
  private static final List<Logger> QUIET =
      List.of(Logger.getLogger("com.zaxxer.hikari"), Logger.getLogger("org.flywaydb"));

  private final Path folder;
  private final Path logs;
  private final Timeline timeline;
  private final Testbed testbed;
  private final List<Path> serverFiles = new ArrayList<>();
  private final List<Integer> restPorts = new ArrayList<>();
  private final List<CuttableProxy> proxies = new ArrayList<>();
  private final Map<String, Path> agentFiles = new LinkedHashMap<>();
  private final Map<String, TenderProcess> programs = new LinkedHashMap<>();
  private final Thread shutdownHook = new Thread(this::stopAll);
  private String token = "";
  private Optional<RestClient> client = Optional.empty();

  /** The body of a test. */
  public interface TestBody {
    void run(LiveMarket market) throws Exception;
  }

  private LiveMarket(String name) throws IOException {
    folder = Testbed.newFolder("live");
    logs = Files.createDirectories(Path.of("target", "live", name).toAbsolutePath());
    try (var old = Files.list(logs)) {
      for (Path log : old.toList()) {
        Files.delete(log);
      }
    }
    timeline = new Timeline(logs.resolve("timeline.log"));
    testbed = new Testbed(folder.resolve("bed"));
    QUIET.forEach(logger -> logger.setLevel(Level.WARNING));
    Runtime.getRuntime().addShutdownHook(shutdownHook);
  }

  /**
   * Starts PostgreSQL and clusters, runs the test, and stops everything. The logs are kept.
   *
   * @param processors of each cluster, such as {@code 16,8}; empty for no clusters
   */
  public static void with(String name, String processors, TestBody body) throws Exception {
    with(
        name,
        processors.isEmpty()
            ? List.of("--no-ca", "--no-slurm")
            : List.of("--no-ca", "--processors", processors),
        body);
  }

  /**
   * The same, with other clusters.
   *
   * @param testbed the arguments of {@code testbed/up}
   */
  public static void with(String name, List<String> testbed, TestBody body) throws Exception {
    LiveMarket market = new LiveMarket(name);
    try (market) {
      market.testbed.up(testbed.toArray(String[]::new));
      market.note("the testbed is up");
      body.run(market);
      market.note("passed");
    } catch (Exception | AssertionError e) {
      market.note("FAILED: " + e);
      throw new AssertionError(
          e.getMessage() + "\nLogs: " + market.logs + "; files: " + market.folder, e);
    }
    SecureDeletion.deleteTree(market.folder);
  }

  public Testbed testbed() {
    return testbed;
  }

  public Path folder() {
    return folder;
  }

  /** Writes a line to the timeline. */
  public void note(String what) {
    timeline.note(what);
  }

  /** Starts servers, whose settings may name their {@code {address}}, and adds a user. */
  public void startServers(int replicas, String settings) throws Exception {
    for (int i = 0; i < replicas; i++) {
      int restPort = LoopbackPorts.free();
      int agentPort = LoopbackPorts.free();
      Path file = folder.resolve("server" + i + ".yaml");
      Files.writeString(
          file,
          """
          database: %s
          rest_address: 127.0.0.1:%d
          agent_address: 127.0.0.1:%d
          %s
          """
              .formatted(testbed.jdbcUrl(), restPort, agentPort, settings)
              .replace("{address}", "http://127.0.0.1:" + restPort));
      // It has the database's password.
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
      serverFiles.add(file);
      restPorts.add(restPort);
      proxies.add(new CuttableProxy(agentPort));
      startServer(i);
    }
    for (int i = 0; i < replicas; i++) {
      int port = restPorts.get(i);
      await("server " + i + " answers", TIMEOUT, () -> LoopbackPorts.isListening(port));
    }
    token = addUserWithToken("ann");
    client = Optional.of(new RestClient(restPorts, token));
  }

  /** Adds another user. */
  RestClient addUser(String name) throws Exception {
    return new RestClient(restPorts, addUserWithToken(name));
  }

  /** Adds another user, with a deposit, and returns the token. */
  public String addUserWithToken(String name) throws Exception {
    ServerConfig file = serverFile();
    String added = MarketAdministration.addUser(file, name).orElseThrow();
    MarketAdministration.deposit(file, AccountId.of(new UserId(name)), DEPOSIT, "live/" + name);
    return added;
  }

  void startServer(int replica) throws IOException {
    start(
        "server" + replica,
        TenderProcess.command(List.of("server", "run", serverFiles.get(replica).toString())));
  }

  /** The token with which an agent of a new provider can enrol. */
  public String enrolmentToken(String provider) throws IOException {
    return MarketAdministration.addProvider(serverFile(), provider, TOKEN_LIFE.toMillis())
        .orElseThrow();
  }

  /** Writes an agent's configuration, and enrols it. */
  void enrol(String provider, String settings) throws IOException {
    String addresses =
        String.join(
            ", ", proxies.stream().map(proxy -> "'127.0.0.1:" + proxy.port() + "'").toList());
    Path file = folder.resolve(provider + ".yaml");
    Files.writeString(
        file,
        """
        provider: %s
        servers: [%s]
        state_dir: %s
        work_dir: %s
        %s
        """
            .formatted(
                provider,
                addresses,
                folder.resolve(provider).resolve("state"),
                folder.resolve(provider).resolve("work"),
                UnprivilegedAccount.withoutIsolation(settings)));
    agentFiles.put(provider, file);
    Agent.enrol(YamlConfigReader.read(file, AgentConfig.class), enrolmentToken(provider));
  }

  /** Enrols and starts an agent for each cluster, under the cluster's name. */
  public void startAgents(String settings) throws Exception {
    for (Testbed.SlurmCluster cluster : testbed.clusters()) {
      enrol(
          cluster.name(),
          """
          batch_system: slurm
          slurm: {partition: %s, config_file: %s}
          %s
          """
              .formatted(cluster.partition(), cluster.configuration(), settings));
      startAgent(cluster.name());
    }
    awaitConnected(agentFiles.size());
  }

  /** Enrols and starts an agent for the Grid Engine cell. */
  void startAgentAtCell(String provider, String settings) throws Exception {
    Testbed.GridEngineCell cell = testbed.gridEngineCell();
    enrol(
        provider,
        """
        batch_system: gridengine
        gridengine: {queue: %s, parallel_environment: %s, root: %s, cell: %s, port: %d}
        %s
        """
            .formatted(
                cell.queue(),
                cell.parallelEnvironment(),
                cell.root(),
                cell.name(),
                cell.port(),
                settings));
    startAgent(provider);
  }

  void startAgent(String provider) throws IOException {
    start(provider, TenderProcess.command(List.of("agent", "run", agentFile(provider).toString())));
  }

  /** Starts an agent under an account without rights, to which its folders are given. */
  void startAgentAs(UnprivilegedAccount account, String provider) throws Exception {
    account.give(folder.resolve(provider));
    start(
        provider,
        account.command(
            TenderProcess.command(List.of("agent", "run", agentFile(provider).toString()))));
  }

  private Path agentFile(String provider) {
    return Optional.ofNullable(agentFiles.get(provider))
        .orElseThrow(() -> new IllegalArgumentException(provider + " is not enrolled."));
  }

  /** The log of a server or an agent. */
  public String log(String name) throws IOException {
    return Files.readString(logs.resolve(name + ".log"));
  }

  void start(String name, List<String> command) throws IOException {
    TenderProcess program = TenderProcess.start(logs.resolve(name + ".log"), command);
    synchronized (programs) {
      programs.put(name, program);
    }
    note("started " + name + " as process " + program.id());
  }

  /** Kills a server or an agent with signal 9. */
  void kill(String name) throws InterruptedException {
    TenderProcess program;
    synchronized (programs) {
      program = programs.get(name);
    }
    program.kill();
    note("killed " + name);
  }

  List<CuttableProxy> proxies() {
    return proxies;
  }

  void awaitConnected(int providers) throws Exception {
    await(
        providers + " agents are connected",
        TIMEOUT,
        () -> {
          int connected = 0;
          for (JsonNode one : client().get("/v1/providers").path("providers")) {
            connected += one.path("connected").asBoolean() ? 1 : 0;
          }
          return connected == providers;
        });
  }

  RestClient client() {
    return client.orElseThrow();
  }

  DatabaseReader database() throws IOException {
    return new DatabaseReader(testbed.jdbcUrl());
  }

  /** The configuration of the first server, for operator commands. */
  public ServerConfig serverFile() throws IOException {
    return YamlConfigReader.read(serverFiles.getFirst(), ServerConfig.class);
  }

  /** The REST address of the first server. */
  public String address() {
    return "http://127.0.0.1:" + restPorts.getFirst();
  }

  public String token() {
    return token;
  }

  /** The environment of a user's shell. */
  public Map<String, String> environment() {
    return environment(token);
  }

  /** The environment of another user's shell. */
  Map<String, String> environment(String token) {
    return Map.of("TENDER_SERVER", address(), "TENDER_TOKEN", token);
  }

  /** Submits a bag of equal tasks. */
  JsonNode submit(String command, int tasks, Duration runtime, Duration deadline)
      throws InterruptedException {
    return submit(TestWork.of(command, tasks, runtime), deadline);
  }

  /** Submits a bag. */
  JsonNode submit(Map<String, Object> work, Duration deadline) throws InterruptedException {
    JsonNode bag =
        client()
            .post(
                "/v1/bags",
                UUID.randomUUID().toString(),
                Map.of("work", work, "deadline", Instant.now().plus(deadline).toString()));
    note("submitted bag " + bag.path("id").asString() + " with " + work.get("taskList"));
    return bag;
  }

  JsonNode bag(String id) throws InterruptedException {
    return client().get("/v1/bags/" + id);
  }

  /** Waits until the bag is in one of these states. */
  public JsonNode awaitState(String id, Duration timeout, String... states) throws Exception {
    String what = "bag " + id + " is " + String.join(" or ", states);
    try {
      await(what, timeout, () -> List.of(states).contains(bag(id).path("state").asString()));
    } catch (AssertionError e) {
      throw new AssertionError(e.getMessage() + ", but: " + bag(id), e);
    }
    return bag(id);
  }

  /** Waits until a condition holds. */
  void await(String what, Duration timeout, Callable<Boolean> condition) throws Exception {
    long endNanos = System.nanoTime() + timeout.toNanos();
    while (!condition.call()) {
      if (System.nanoTime() > endNanos) {
        throw new AssertionError("After " + timeout.toSeconds() + " s still not: " + what);
      }
      Thread.sleep(POLL_MILLIS);
    }
    note("observed: " + what);
  }

  /** Stops everything that was started. */
  @Override
  public void close() {
    stopAll();
    Runtime.getRuntime().removeShutdownHook(shutdownHook);
  }

  private void stopAll() {
    proxies.forEach(CuttableProxy::close);
    try {
      synchronized (programs) {
        for (TenderProcess program : programs.values()) {
          program.kill();
        }
      }
      testbed.down();
    } catch (IOException e) {
      note("Stopping the testbed failed: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
