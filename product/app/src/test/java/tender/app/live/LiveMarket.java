package tender.app.live;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
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
import tender.server.Server;
import tender.server.ServerConfig;
import tender.testbed.Testbed;
import tender.support.files.SecureDeletion;
import tender.support.config.YamlConfigReader;
import tools.jackson.databind.JsonNode;

/**
 * A whole market of real parts: PostgreSQL, servers and agents as processes of their own, Slurm
 * clusters, perhaps a Grid Engine cell, and a network between agents and servers that can be cut.
 */
final class LiveMarket implements AutoCloseable {
  private static final Duration TIMEOUT = Duration.ofMinutes(1);
  private static final long POLL_MILLIS = 200;
  private static final Duration TOKEN_LIFE = Duration.ofMinutes(10);

  /** Of what this process itself does for the market; kept, since levels go with loggers. */
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

  /** What a test does with it. */
  interface TestBody {
    void tell(LiveMarket market) throws Exception;
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
   * Starts PostgreSQL and clusters, lets the test do what it will, and stops everything. What
   * everybody logged stays.
   *
   * @param processors of each cluster, such as {@code 16,8}; empty for no clusters
   */
  static void with(String name, String processors, TestBody story) throws Exception {
    with(
        name,
        processors.isEmpty()
            ? List.of("--no-ca", "--no-slurm")
            : List.of("--no-ca", "--processors", processors),
        story);
  }

  /**
   * The same, with other clusters.
   *
   * @param testbed what {@code testbed/up} is told
   */
  static void with(String name, List<String> testbed, TestBody story) throws Exception {
    LiveMarket market = new LiveMarket(name);
    try (market) {
      market.testbed.up(testbed.toArray(String[]::new));
      market.note("the testbed is up");
      story.tell(market);
      market.note("all is as it should be");
    } catch (Exception | AssertionError e) {
      market.note("FAILED: " + e);
      throw new AssertionError(
          e.getMessage() + "\nLogs: " + market.logs + "; files: " + market.folder, e);
    }
    SecureDeletion.deleteTree(market.folder);
  }

  Testbed testbed() {
    return testbed;
  }

  Path folder() {
    return folder;
  }

  /** Notes what was done or seen, and when. */
  void note(String what) {
    timeline.note(what);
  }

  /** Starts so many servers, and lets a person in. */
  void startServers(int replicas, String settings) throws Exception {
    for (int i = 0; i < replicas; i++) {
      int people = freePort();
      int agents = freePort();
      Path file = folder.resolve("server" + i + ".yaml");
      Files.writeString(
          file,
          """
          database: %s
          people: 127.0.0.1:%d
          agents: 127.0.0.1:%d
          %s
          """
              .formatted(testbed.jdbcUrl(), people, agents, settings));
      serverFiles.add(file);
      restPorts.add(people);
      proxies.add(new CuttableProxy(agents));
      startServer(i);
    }
    ServerConfig file = serverFile();
    for (int i = 0; i < replicas; i++) {
      int port = restPorts.get(i);
      await("server " + i + " answers", TIMEOUT, () -> isListening(port));
    }
    token = Server.addUser(file, "ann").orElseThrow();
    client = Optional.of(new RestClient(restPorts, token));
  }

  /** Lets another person in. */
  RestClient addUser(String name) throws Exception {
    ServerConfig file = YamlConfigReader.read(serverFiles.getFirst(), ServerConfig.class);
    return new RestClient(restPorts, Server.addUser(file, name).orElseThrow());
  }

  void startServer(int replica) throws IOException {
    start("server" + replica, List.of("server", "run", serverFiles.get(replica).toString()));
  }

  /** Writes an agent's settings, and enrols it. */
  void enrol(String provider, String settings) throws IOException {
    String addresses =
        String.join(", ", proxies.stream().map(wire -> "'127.0.0.1:" + wire.port() + "'").toList());
    Path file = folder.resolve(provider + ".yaml");
    Files.writeString(
        file,
        """
        provider: %s
        servers: [%s]
        state: %s
        work: %s
        %s
        """
            .formatted(
                provider,
                addresses,
                folder.resolve(provider).resolve("state"),
                folder.resolve(provider).resolve("work"),
                settings));
    agentFiles.put(provider, file);
    ServerConfig server = serverFile();
    String enrolment = Server.addProvider(server, provider, TOKEN_LIFE.toMillis()).orElseThrow();
    Agent.enrol(YamlConfigReader.read(file, AgentConfig.class), enrolment);
  }

  /** Enrols and starts an agent at each cluster, under the cluster's name. */
  void startAgents(String settings) throws Exception {
    for (Testbed.SlurmCluster cluster : testbed.clusters()) {
      enrol(
          cluster.name(),
          """
          batch_system: slurm
          slurm: {partition: %s, configuration: %s}
          %s
          """
              .formatted(cluster.partition(), cluster.configuration(), settings));
      startAgent(cluster.name());
    }
    awaitConnected(agentFiles.size());
  }

  /** Enrols and starts an agent at the Grid Engine cell. */
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
    Path file =
        Optional.ofNullable(agentFiles.get(provider))
            .orElseThrow(() -> new IllegalArgumentException(provider + " is not enrolled."));
    start(provider, List.of("agent", "run", file.toString()));
  }

  /** What a server or an agent has logged. */
  String log(String name) throws IOException {
    return Files.readString(logs.resolve(name + ".log"));
  }

  private void start(String name, List<String> arguments) throws IOException {
    TenderProcess program = TenderProcess.start(logs.resolve(name + ".log"), arguments);
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

  /** The settings of the first server, for what an operator does. */
  ServerConfig serverFile() throws IOException {
    return YamlConfigReader.read(serverFiles.getFirst(), ServerConfig.class);
  }

  /** Where people find the market. */
  String address() {
    return "http://127.0.0.1:" + restPorts.getFirst();
  }

  String token() {
    return token;
  }

  /** What a person's shell needs to find the market. */
  Map<String, String> environment() {
    return Map.of("TENDER_SERVER", address(), "TENDER_TOKEN", token);
  }

  /** Hands in a bag of alike tasks. */
  JsonNode submit(String command, int tasks, Duration runtime, Duration deadline)
      throws InterruptedException {
    return submit(work(command, tasks, runtime), deadline);
  }

  /** The work order of alike tasks. */
  static Map<String, Object> work(String command, int tasks, Duration runtime) {
    Map<String, Object> work = new LinkedHashMap<>();
    work.put("version", 1);
    work.put("name", "live");
    work.put("command", command);
    work.put("taskList", Map.of("kind", "count", "tasks", tasks));
    work.put("inputs", List.of());
    work.put("outputs", List.of());
    work.put("width", 1);
    work.put("runtimeMillis", runtime.toMillis());
    work.put("retries", 0);
    return work;
  }

  /** Hands in a bag. */
  JsonNode submit(Map<String, Object> work, Duration deadline) throws InterruptedException {
    JsonNode bag =
        client()
            .post(
                "/v1/bags",
                UUID.randomUUID().toString(),
                Map.of("work", work, "deadline", Instant.now().plus(deadline).toString()));
    note("handed in bag " + bag.path("id").asString() + " with " + work.get("taskList"));
    return bag;
  }

  JsonNode bag(String id) throws InterruptedException {
    return client().get("/v1/bags/" + id);
  }

  /** Waits until the bag is in one of these states. */
  JsonNode awaitState(String id, Duration patience, String... states) throws Exception {
    String what = "bag " + id + " is " + String.join(" or ", states);
    try {
      await(what, patience, () -> List.of(states).contains(bag(id).path("state").asString()));
    } catch (AssertionError e) {
      throw new AssertionError(e.getMessage() + ", but: " + bag(id), e);
    }
    return bag(id);
  }

  /** Waits for something to come true. */
  void await(String what, Duration patience, Callable<Boolean> isSo) throws Exception {
    long endNanos = System.nanoTime() + patience.toNanos();
    while (!isSo.call()) {
      if (System.nanoTime() > endNanos) {
        throw new AssertionError("After " + patience.toSeconds() + " s it is not so: " + what);
      }
      Thread.sleep(POLL_MILLIS);
    }
    note("seen: " + what);
  }

  private static boolean isListening(int port) {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /** Stops what was started, in whatever state it is. */
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
      note("The testbed does not stop: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
