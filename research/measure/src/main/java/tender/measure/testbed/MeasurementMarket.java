package tender.measure.testbed;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import tender.agent.Agent;
import tender.agent.AgentConfig;
import tender.app.live.UnprivilegedAccount;
import tender.bagfile.Digest;
import tender.bagfile.InputFile;
import tender.bagfile.RelativePath;
import tender.bagfile.TaskList;
import tender.bagfile.WorkOrder;
import tender.core.model.BagId;
import tender.core.model.Money;
import tender.server.MarketAdministration;
import tender.server.Server;
import tender.server.ServerConfig;
import tender.server.api.BagApi;
import tender.server.api.LogStream;
import tender.server.api.view.BagView;
import tender.server.model.Requirements;
import tender.server.model.UserId;
import tender.server.store.ledger.AccountId;
import tender.testbed.Testbed;

/** A server with a user, and agents beside clusters of a testbed, all in this process. */
public final class MeasurementMarket implements AutoCloseable {
  private static final UserId USER = new UserId("measurer");
  private static final long TOKEN_MILLIS = Duration.ofMinutes(10).toMillis();
  private static final Duration TIMEOUT = Duration.ofMinutes(15);
  private static final int POLL_MILLIS = 50;

  private final MeasurementTestbed bed;
  private final ServerConfig file;
  private final Server server;
  private final List<Agent> agents = new ArrayList<>();
  private final List<UnprivilegedAgent> unprivilegedAgents = new ArrayList<>();

  private MeasurementMarket(MeasurementTestbed bed, String settings) throws IOException {
    this.bed = bed;
    file = MeasurementConfig.server(bed.jdbcUrl(), settings);
    server = Server.start(file);
    addUser(file, USER);
  }

  /** Adds a user with a deposit that pays for all bags. */
  public static void addUser(ServerConfig file, UserId user) {
    MarketAdministration.addUser(file, user.value());
    MarketAdministration.deposit(file, AccountId.of(user), new Money(1_000_000_000), "measurement");
  }

  public static MeasurementMarket start(MeasurementTestbed bed) throws IOException {
    return start(bed, "");
  }

  /** With more keys of the server's configuration as YAML. */
  public static MeasurementMarket start(MeasurementTestbed bed, String settings)
      throws IOException {
    return new MeasurementMarket(bed, settings);
  }

  /** Starts an agent beside a cluster, with more keys of its configuration as YAML. */
  public MeasurementMarket withAgent(Testbed.SlurmCluster cluster, String settings)
      throws IOException, InterruptedException {
    Path state = Files.createDirectories(bed.folder().resolve(cluster.name()));
    AgentConfig config =
        MeasurementConfig.agent(cluster.name(), server.agentPort(), state, cluster, settings);
    start(config);
    return this;
  }

  private void start(AgentConfig config) throws IOException, InterruptedException {
    Agent.enrol(
        config,
        MarketAdministration.addProvider(file, config.provider(), TOKEN_MILLIS).orElseThrow());
    Agent agent = Agent.start(config);
    agents.add(agent);
    while (!agent.isConnected()) {
      Thread.sleep(POLL_MILLIS);
    }
  }

  /** Starts an agent that runs tasks as processes, with more keys of its configuration as YAML. */
  public MeasurementMarket withProcesses(String provider, int processors, String settings)
      throws IOException, InterruptedException {
    return withProcesses(provider, processors, server.agentPort(), settings);
  }

  /** The same for an agent that connects to another port, as that of a proxy. */
  public MeasurementMarket withProcesses(String provider, int processors, int port, String settings)
      throws IOException, InterruptedException {
    Path state = Files.createDirectories(bed.folder().resolve(provider));
    start(MeasurementConfig.processes(provider, port, state, processors, settings));
    return this;
  }

  /** The same for an agent in a process of its own, which does not run as root. */
  public MeasurementMarket withAgentAs(
      UnprivilegedAccount account, Testbed.SlurmCluster cluster, String settings) throws Exception {
    Path state = Files.createDirectories(bed.folder().resolve(cluster.name()));
    String text =
        MeasurementConfig.agentText(cluster.name(), server.agentPort(), state, cluster, settings);
    AgentConfig config = MeasurementConfig.read(AgentConfig.class, text);
    Agent.enrol(
        config, MarketAdministration.addProvider(file, cluster.name(), TOKEN_MILLIS).orElseThrow());
    Path written = Files.writeString(state.resolve("agent.yaml"), text);
    unprivilegedAgents.add(UnprivilegedAgent.start(account, state, written));
    while (!isConnected(cluster.name())) {
      Thread.sleep(POLL_MILLIS);
    }
    return this;
  }

  private boolean isConnected(String provider) {
    return MarketAdministration.providers(file).stream()
        .anyMatch(one -> one.connected() && one.provider().id().value().equals(provider));
  }

  /** Waits until the server knows all agents: it reads the provider directory once a second. */
  public MeasurementMarket ready() throws InterruptedException {
    Thread.sleep(2_000);
    return this;
  }

  /** Submits a bag of equal tasks without a deadline, which is promised without a question. */
  public BagId submit(String command, int tasks, long runtimeMillis) {
    WorkOrder order =
        new WorkOrder(
            WorkOrder.VERSION,
            "measure",
            command,
            new TaskList.Count(tasks),
            Optional.empty(),
            List.of(),
            List.of(),
            1,
            runtimeMillis,
            0,
            Optional.empty());
    return submit(order);
  }

  /** Submits a bag without a deadline, which is promised without a question. */
  public BagId submit(WorkOrder order) {
    return submit(order, new Requirements(OptionalLong.empty(), Optional.empty(), false));
  }

  public BagId submit(WorkOrder order, Requirements requirements) {
    return bags().submit(USER, UUID.randomUUID().toString(), order, requirements);
  }

  public BagView status(BagId bag) {
    return bags().status(USER, bag);
  }

  public BagView awaitEnd(BagId bag) throws InterruptedException {
    BagView view = status(bag);
    while (!view.state().isEnded()) {
      view = awaitChange(view);
    }
    return view;
  }

  /** Waits until a bag has a promise, or has ended without one. */
  public BagView awaitPromise(BagId bag) throws InterruptedException {
    BagView view = status(bag);
    while (view.promise().isEmpty() && !view.state().isEnded()) {
      view = awaitChange(view);
    }
    return view;
  }

  /** Whether a bag was refused because no provider has a resource, and the explanation says so. */
  public boolean missingResource(BagId bag) {
    return bags()
        .explain(USER, bag)
        .noPromise()
        .filter(none -> !none.misfits().isEmpty())
        .isPresent();
  }

  /** Uploads an input file of bags. */
  public InputFile upload(RelativePath path, Path content) throws IOException {
    Digest digest = Digest.of(content);
    try (InputStream bytes = Files.newInputStream(content)) {
      bags().putBlob(USER, digest, Files.size(content), bytes);
    }
    return new InputFile(path, digest, Files.size(content), false);
  }

  /** What a task has printed. */
  public String printed(BagId bag, int task) throws IOException {
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    bags().writeLog(USER, bag, task, LogStream.STDOUT, printed);
    return printed.toString(StandardCharsets.UTF_8);
  }

  public void cancel(BagId bag) {
    bags().cancel(USER, bag);
  }

  /** Waits until a bag has changed. */
  public BagView awaitChange(BagView known) throws InterruptedException {
    return bags().await(USER, known, TIMEOUT).orElse(known);
  }

  /** Fetches an output that was too large for the results. */
  public void writeKeptOutput(BagId bag, int task, String path, OutputStream sink)
      throws IOException {
    bags().writeKeptOutput(USER, bag, task, new RelativePath(path), sink);
  }

  public ServerConfig config() {
    return file;
  }

  public int agentPort() {
    return server.agentPort();
  }

  public int restPort() {
    return server.restPort();
  }

  private BagApi bags() {
    return server.bagApi();
  }

  @Override
  public void close() throws IOException {
    for (Agent agent : agents) {
      agent.close();
    }
    unprivilegedAgents.forEach(UnprivilegedAgent::close);
    server.close();
  }
}
