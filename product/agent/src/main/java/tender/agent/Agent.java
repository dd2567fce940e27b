package tender.agent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import tender.agent.batch.BatchSystem;
import tender.agent.batch.folder.WorkFolder;
import tender.agent.batch.gridengine.GridEngineAddress;
import tender.agent.batch.gridengine.GridEngineBatchSystem;
import tender.agent.batch.gridengine.GridEngineSettings;
import tender.agent.batch.host.HostBatchSystem;
import tender.agent.batch.slurm.SlurmBatchSystem;
import tender.agent.container.Containers;
import tender.agent.container.ContainersSection;
import tender.agent.estimate.LinkBandwidth;
import tender.agent.files.CacheEviction;
import tender.agent.files.CachedInputs;
import tender.agent.files.Datasets;
import tender.agent.isolation.Isolation;
import tender.agent.link.AgentEnrolment;
import tender.agent.link.LinkSettings;
import tender.agent.link.MarketLink;
import tender.agent.link.MessageHandler;
import tender.agent.link.ServerAddress;
import tender.agent.owner.CallAdmission;
import tender.agent.owner.OwnerPage;
import tender.agent.planning.JournalReporter;
import tender.agent.planning.ProviderDriver;
import tender.agent.planning.ProviderSettings;
import tender.bagfile.SiteNeeds;
import tender.bagfile.WorkOrder;
import tender.core.estimate.DataVolume;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.model.ProviderId;
import tender.core.provider.state.ProviderEvent;
import tender.core.resource.Misfit;
import tender.protocol.EnrolmentToken;
import tender.protocol.JournalReport;

/** A provider's agent: its batch system, its link to the market and the owner page. */
public final class Agent implements AutoCloseable {
  /** Slurm nice value that puts the agent's jobs behind those of the cluster's own users. */
  private static final int NICE = 10_000;

  /** The same for Grid Engine. The lower half of the range is left for further lowering. */
  private static final int PRIORITY = -512;

  /** How many cached files are deleted before other work on the file system gets its turn. */
  private static final int MAX_EVICTIONS = 500;

  private static final String IDENTITY = "identity";

  private final MarketLink link;
  private final ProviderDriver agent;
  private final OwnerPage page;
  private final AgentTelemetry telemetry;
  private final CacheEviction eviction;
  private final StateLock lock;

  private Agent(
      MarketLink link,
      ProviderDriver agent,
      OwnerPage page,
      AgentTelemetry observing,
      CacheEviction eviction,
      StateLock lock) {
    this.link = link;
    this.agent = agent;
    this.page = page;
    this.telemetry = observing;
    this.eviction = eviction;
    this.lock = lock;
  }

  /**
   * Recovers the state of an earlier run, if there was one, and connects to the market. Fails if
   * another agent uses the state folder.
   */
  public static Agent start(AgentConfig config) throws IOException {
    StateLock lock = StateLock.acquire(config.stateDir());
    boolean started = false;
    try {
      Agent agent = start(config, lock);
      started = true;
      return agent;
    } finally {
      if (!started) {
        lock.close();
      }
    }
  }

  private static Agent start(AgentConfig config, StateLock lock) throws IOException {
    MarketLink link = new MarketLink(new LinkSettings(addresses(config), identity(config)));
    if (!link.provider().equals(new ProviderId(config.provider()))) {
      throw new IllegalArgumentException(
          ("The setting 'provider' is '%s', but this agent is enrolled as '%s'. Correct the"
                  + " setting, use another 'state_dir', or enrol again.")
              .formatted(config.provider(), link.provider()));
    }
    Datasets datasets = DatasetsSection.datasets(config);
    ResultFoldersSection.requireUsable(config);
    ProviderSettings settings = config.providerSettings();
    Containers containers = containers(config);
    WorkFolder workFolder = workFolder(config, containers);
    BatchSystem batch = batchSystem(config, workFolder);
    workFolder.install();
    requireSafe(config, batch);
    LinkBandwidth bandwidth = bandwidth(config);
    AgentTelemetry observing = new AgentTelemetry(config, link::isConnected);
    ProviderDriver agent =
        new ProviderDriver(
            settings,
            observing.instrument(batch),
            workFolder,
            new LinkMarketPort(link, bandwidth, observing.messages()::sent),
            datasets,
            config.stateDir(),
            Clock.systemUTC(),
            observing.partListener());
    OwnerPage page =
        OwnerPage.start(
            config.provider(),
            agent,
            link::isConnected,
            observing.metrics()::scrape,
            config.stateDir(),
            config.ownerPagePort().orElse(0));
    agent.start();
    var admission =
        new CallAdmission(
            config.acceptedUsers(),
            containers::refusal,
            needs -> misfit(datasets, settings, needs),
            order -> volume(config, order),
            (bag, volume) ->
                agent.expect(
                    new ProviderEvent.TransferExpected(bag, bandwidth.transferTime(volume))),
            link::describe,
            agent::received,
            agent::decline);
    link.start(
        new DriverMessageHandler(
            agent.journalReporter(),
            message -> {
              observing.messages().received(message);
              admission.accept(message);
            }));
    return new Agent(link, agent, page, observing, eviction(config).start(), lock);
  }

  private static Optional<Misfit> misfit(
      Datasets datasets, ProviderSettings settings, SiteNeeds needs) {
    return datasets
        .misfit(needs.inputs())
        .or(() -> settings.execution().resultFolders().misfit(needs.results()));
  }

  private static CacheEviction eviction(AgentConfig config) {
    return new CacheEviction(
        config.workDir().toAbsolutePath(),
        config.inputCache().orElse(InputCacheSection.DEFAULTS).settings(),
        Clock.systemUTC(),
        MAX_EVICTIONS);
  }

  static LinkBandwidth bandwidth(AgentConfig config) {
    return new LinkBandwidth(
        config.link().orElse(LinkSection.DEFAULTS).settings(), config.stateDir());
  }

  private static DataVolume volume(AgentConfig config, WorkOrder order) {
    return new DataVolume(
        CachedInputs.below(config.workDir().toAbsolutePath()).missingBytes(order),
        order.resultOptions().deliveredBytes());
  }

  /** Enrols this agent as one of the market's providers. */
  public static ProviderId enrol(AgentConfig config, String token) throws IOException {
    List<ServerAddress> addresses = addresses(config);
    EnrolmentToken parsed = EnrolmentToken.parse(token);
    ProviderId enrolled;
    try (StateLock lock = StateLock.acquire(config.stateDir())) {
      Files.createDirectories(lock.folder().resolve(IDENTITY));
      enrolled = AgentEnrolment.enrol(addresses, parsed, identity(config));
    }
    if (!enrolled.equals(new ProviderId(config.provider()))) {
      throw new IllegalStateException(
          ("The token was for '%s', and the agent is now enrolled as that provider, but the setting"
                  + " 'provider' is '%s'. Set it to '%s', or enrol with a token for '%s'.")
              .formatted(enrolled, config.provider(), enrolled, config.provider()));
    }
    return enrolled;
  }

  /** Local users' jobs have priority, unless rescheduling puts jobs and parts into one queue. */
  private static int nice(AgentConfig config) {
    return config.rescheduling().isPresent() ? 0 : NICE;
  }

  public static WorkFolder workFolder(AgentConfig config, Containers containers) {
    Isolation isolation = config.taskIsolation();
    return new WorkFolder(
        config.workDir().toAbsolutePath(),
        isolation.sandbox(),
        isolation.taskAccounts(),
        containers.taskContainers());
  }

  public static Containers containers(AgentConfig config) {
    boolean isPodman =
        config.containers().flatMap(ContainersSection::runtime).equals(Optional.of("podman"));
    if (isPodman && config.hostSection().isPresent()) {
      throw new IllegalArgumentException(
          "The setting 'containers: podman' is not allowed for a host. Write bubblewrap or none.");
    }
    return Containers.of(
        config.containers(),
        config.taskIsolation().sandbox(),
        config.datasets().map(DatasetsSection::realFolders).orElse(List.of()),
        config.stateDir().toAbsolutePath(),
        config.workDir().toAbsolutePath(),
        isRoot() && config.hostSection().isEmpty());
  }

  private static boolean isRoot() {
    return System.getProperty("user.name").equals("root");
  }

  /** A host needs root for its control groups, and runs tasks under another account. */
  static void requireSafe(AgentConfig config, BatchSystem batch) {
    config
        .taskIsolation()
        .requireSafe((isRoot() && config.hostSection().isEmpty()) || batch.isAdministrator());
  }

  public static BatchSystem batchSystem(AgentConfig config, WorkFolder workFolder)
      throws IOException {
    return switch (config.batchSystem()) {
      case "slurm" -> {
        SlurmSection slurm = section(config.slurm(), "slurm", "partition");
        yield new SlurmBatchSystem(slurm.settings(nice(config)), workFolder);
      }
      case "gridengine" -> {
        AgentConfig.GridEngineSection section = section(config.gridengine(), "gridengine", "queue");
        yield new GridEngineBatchSystem(
            new GridEngineSettings(
                new GridEngineAddress(section.root(), section.cell(), section.port()),
                section.queue(),
                section.parallelEnvironment(),
                config.rescheduling().isPresent() ? 0 : PRIORITY,
                section.features().orElse(List.of()),
                section.exclusive()),
            workFolder);
      }
      case "processes" ->
          config.processes().orElse(ProcessesSection.DEFAULTS).batchSystem(workFolder);
      case "host" ->
          HostBatchSystem.open(workFolder, config.hostSection().orElseThrow().hostSettings());
      default ->
          throw new IllegalArgumentException(
              "The setting 'batch_system' is '"
                  + config.batchSystem()
                  + "', and must be slurm, gridengine, host or processes.");
    };
  }

  private static <T> T section(Optional<T> section, String name, String required) {
    return section.orElseThrow(
        () ->
            new IllegalArgumentException(
                "The setting '%s' is missing. Set at least '%s.%s'."
                    .formatted(name, name, required)));
  }

  public static List<ServerAddress> addresses(AgentConfig config) {
    if (config.servers().isEmpty()) {
      throw new IllegalArgumentException(
          "The setting 'servers' is missing. List the market's servers, for example"
              + " [\"tender.example.org:7443\"].");
    }
    return config.servers().stream().map(ServerAddress::parse).toList();
  }

  /** The folder of the agent's identity. */
  public static Path identity(AgentConfig config) {
    return config.stateDir().resolve(IDENTITY);
  }

  public boolean isConnected() {
    return link.isConnected();
  }

  /**
   * Disconnects from the market. Running tasks continue, and the next start of the agent finds
   * them.
   */
  @Override
  public void close() throws IOException {
    page.close();
    link.close();
    agent.close();
    eviction.close();
    telemetry.close();
    lock.close();
  }

  /** Passes the market's messages on, and reconciles the journal. */
  private record DriverMessageHandler(
      JournalReporter journal, Consumer<Message.ToProvider> messages) implements MessageHandler {
    @Override
    public void handle(Message.ToProvider message) {
      messages.accept(message);
    }

    @Override
    public void reconcile(long epoch, Function<JournalReport, List<ReservationId>> send) {
      journal.reconcile(epoch, send);
    }
  }
}
