package tender.app.demo;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import tender.agent.Agent;
import tender.agent.AgentConfig;
import tender.agent.owner.OwnerPageAccess;
import tender.core.model.Money;
import tender.server.MarketAdministration;
import tender.server.Server;
import tender.server.ServerConfig;
import tender.server.api.BagApi;
import tender.server.model.UserId;
import tender.server.store.ledger.AccountId;
import tender.support.config.YamlConfigReader;
import tender.testbed.LocalLoadGenerator;
import tender.testbed.Testbed;

/** A server, three clusters and their agents, in this process and in processes that it starts. */
final class DemoMarket implements AutoCloseable {
  static final UserId USER = new UserId("you");

  /** A million credits: enough for any number of bags. */
  private static final Money DEPOSIT = new Money(1_000_000_000);

  private static final System.Logger LOG = System.getLogger(DemoMarket.class.getName());
  private static final List<String> NAMES = List.of("north", "south", "west");
  private static final LocalLoadGenerator.LoadSettings LOCAL_LOAD =
      new LocalLoadGenerator.LoadSettings(2, 40, 5);
  private static final long TOKEN_MILLIS = Duration.ofMinutes(10).toMillis();
  private static final long CONNECT_NANOS = Duration.ofSeconds(20).toNanos();

  private final Path folder;
  private final Testbed testbed;
  private final List<AutoCloseable> started = new ArrayList<>();
  private final Server server;
  private final String token;
  private boolean closed;

  private DemoMarket(Path folder, Testbed testbed, Server server, String token) {
    this.folder = folder;
    this.testbed = testbed;
    this.server = server;
    this.token = token;
    started.add(server);
  }

  static DemoMarket start(Testbed testbed, Path folder, String processors, boolean slurm)
      throws IOException, InterruptedException {
    if (slurm) {
      testbed.up("--no-ca", "--processors", processors);
    } else {
      testbed.up("--no-ca", "--no-slurm");
    }
    try {
      ServerConfig config = serverConfig(folder, testbed.jdbcUrl());
      Server server = Server.start(config);
      String token = MarketAdministration.addUser(config, USER.value()).orElseThrow();
      MarketAdministration.deposit(config, AccountId.of(USER), DEPOSIT, "demo");
      DemoMarket market = new DemoMarket(folder, testbed, server, token);
      List<Agent> agents = new ArrayList<>();
      List<AgentConfig> configs = market.agentConfigs(folder, processors, slurm);
      for (AgentConfig agentConfig : configs) {
        String enrolmentToken =
            MarketAdministration.addProvider(config, agentConfig.provider(), TOKEN_MILLIS)
                .orElseThrow();
        Agent.enrol(agentConfig, enrolmentToken);
        Agent agent = Agent.start(agentConfig);
        agents.add(agent);
        market.started.add(agent);
      }
      market.started.add(
          new LocalLoadGenerator(slurm ? testbed.clusters() : List.of(), LOCAL_LOAD));
      awaitConnected(agents);
      return market;
    } catch (IOException | InterruptedException | RuntimeException e) {
      testbed.down();
      throw e;
    }
  }

  private static void awaitConnected(List<Agent> agents) throws InterruptedException {
    long endNanos = System.nanoTime() + CONNECT_NANOS;
    while (!agents.stream().allMatch(Agent::isConnected)) {
      if (System.nanoTime() > endNanos) {
        throw new IllegalStateException("The agents did not connect to the server in time.");
      }
      Thread.sleep(50);
    }
  }

  private static ServerConfig serverConfig(Path folder, String jdbcUrl) throws IOException {
    // The policy spreads the bag, so that every cluster has tasks to show.
    return writeConfig(
        folder.resolve("server.yaml"),
        ServerConfig.class,
        """
        database: %s
        rest_address: 127.0.0.1:0
        agent_address: 127.0.0.1:0
        policy: plb
        """
            .formatted(jdbcUrl));
  }

  private List<AgentConfig> agentConfigs(Path folder, String processors, boolean slurm)
      throws IOException {
    List<AgentConfig> configs = new ArrayList<>();
    String[] sizes = processors.split(",");
    for (int i = 0; i < sizes.length; i++) {
      String name = i < NAMES.size() ? NAMES.get(i) : "site" + i;
      Path home = folder.resolve(name);
      // No isolation: the only user of this market is the one who runs the demo.
      configs.add(
          writeConfig(
              folder.resolve(name + ".yaml"),
              AgentConfig.class,
              """
              provider: %s
              servers: ["127.0.0.1:%d"]
              state_dir: %s
              work_dir: %s
              isolation: none
              price_per_processor_hour: %d
              %s
              """
                  .formatted(
                      name,
                      server.agentPort(),
                      home,
                      home.resolve("work"),
                      i + 1,
                      slurm ? slurm(testbed.clusters().get(i)) : processes(sizes[i].strip()))));
    }
    return configs;
  }

  private static String slurm(Testbed.SlurmCluster cluster) {
    return "batch_system: slurm\nslurm: {partition: %s, config_file: %s}"
        .formatted(cluster.partition(), cluster.configuration());
  }

  private static String processes(String slots) {
    return "batch_system: processes\nprocesses: {slots: %s}".formatted(slots);
  }

  /** Writes a configuration file, as an operator would, and reads it. */
  private static <T> T writeConfig(Path file, Class<T> type, String text) throws IOException {
    Files.writeString(file, text);
    // That of the server has the database's password.
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    return YamlConfigReader.read(file, type);
  }

  BagApi bagApi() {
    return server.bagApi();
  }

  String url() {
    return "http://127.0.0.1:" + server.restPort();
  }

  /** The dashboard's address, with the token after #, which a browser does not send. */
  String dashboardUrl() {
    return url() + "/#token=" + token;
  }

  /** The address of the owner's page of the first cluster. */
  String ownerPageUrl() throws IOException {
    return OwnerPageAccess.read(folder.resolve(NAMES.getFirst())).link();
  }

  String token() {
    return token;
  }

  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    for (AutoCloseable one : started.reversed()) {
      try {
        one.close();
      } catch (Exception e) {
        LOG.log(Level.WARNING, "Stopping a component failed.", e);
      }
    }
    try {
      testbed.down();
    } catch (IOException e) {
      LOG.log(Level.WARNING, "Stopping the testbed failed: {0}", e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
