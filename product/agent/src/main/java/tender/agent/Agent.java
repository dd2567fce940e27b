package tender.agent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.function.Consumer;
import tender.agent.batch.BatchSystem;
import tender.agent.batch.folder.WorkFolder;
import tender.agent.batch.gridengine.GridEngineAddress;
import tender.agent.batch.gridengine.GridEngineBatchSystem;
import tender.agent.batch.gridengine.GridEngineSettings;
import tender.agent.batch.host.HostBatchSystem;
import tender.agent.batch.process.ProcessBatchSystem;
import tender.agent.batch.slurm.SlurmBatchSystem;
import tender.agent.batch.slurm.SlurmSettings;
import tender.agent.link.ServerAddress;
import tender.agent.link.AgentEnrolment;
import tender.agent.link.LinkSettings;
import tender.agent.link.MarketLink;
import tender.agent.owner.OwnerPage;
import tender.agent.execution.MarketPort;
import tender.agent.planning.ProviderDriver;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.model.BagId;
import tender.core.model.ProviderId;
import tender.protocol.EnrolmentToken;
import tender.bagfile.Digest;
import tender.support.text.ErrorMessages;
import tender.bagfile.results.TaskOutcome;
import tender.bagfile.WorkOrder;

/** A provider's agent, with its batch system and its link to the market. */
public final class Agent implements AutoCloseable {
  /** Far behind the cluster's own users. */
  private static final int NICE = 10_000;

  /** In Grid Engine the same, with as much room again to give way further. */
  private static final int PRIORITY = -512;

  private final MarketLink link;
  private final ProviderDriver agent;
  private final OwnerPage page;
  private final AgentTelemetry telemetry;

  private Agent(MarketLink link, ProviderDriver agent, OwnerPage page, AgentTelemetry observing) {
    this.link = link;
    this.agent = agent;
    this.page = page;
    this.telemetry = observing;
  }

  /** Takes over from an earlier life, if there was one, and connects. */
  public static Agent start(AgentConfig file) throws IOException {
    MarketLink link = new MarketLink(new LinkSettings(addresses(file), identity(file)));
    if (!link.provider().equals(new ProviderId(file.provider()))) {
      throw new IllegalArgumentException(
          "The settings are for '"
              + file.provider()
              + "', but this agent is enrolled as '"
              + link.provider()
              + "'. Use another state folder, or enrol again.");
    }
    WorkFolder folders = new WorkFolder(file.work().toAbsolutePath());
    AgentTelemetry observing = new AgentTelemetry(file, link::isConnected);
    ProviderDriver agent =
        new ProviderDriver(
            file.providerSettings(),
            observing.instrument(batchSystem(file, folders)),
            folders,
            new LinkMarketPort(link, observing::sent),
            file.state(),
            Clock.systemUTC(),
            observing.partListener());
    OwnerPage page =
        OwnerPage.start(
            file.provider(),
            agent,
            link::isConnected,
            observing.metrics()::scrape,
            file.state(),
            file.pagePort().orElse(0));
    agent.start();
    link.start(
        message -> {
          observing.received(message);
          agent.received(message);
        });
    return new Agent(link, agent, page, observing);
  }

  /** Becomes one of the market's providers. */
  public static ProviderId enrol(AgentConfig file, String token) throws IOException {
    List<ServerAddress> addresses = addresses(file);
    EnrolmentToken parsed = EnrolmentToken.parse(token);
    try {
      Files.createDirectories(identity(file));
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "The setting 'state' is %s, and cannot be a folder of this agent: %s. Name one in which you may write."
              .formatted(file.state(), ErrorMessages.describe(e)),
          e);
    }
    ProviderId enrolled = AgentEnrolment.enrol(addresses, parsed, identity(file));
    if (!enrolled.equals(new ProviderId(file.provider()))) {
      throw new IllegalStateException(
          "The token was for '%s', as whom this agent is now enrolled, but the settings say 'provider: %s'. Write 'provider: %s', or enrol with a token for '%s'."
              .formatted(enrolled, file.provider(), enrolled, file.provider()));
    }
    return enrolled;
  }

  /** Local users come first, unless their jobs and parts are to stand in one line. */
  private static int nice(AgentConfig file) {
    return file.rescheduling().isPresent() ? 0 : NICE;
  }

  static BatchSystem batchSystem(AgentConfig file, WorkFolder folders) throws IOException {
    return switch (file.batchSystem()) {
      case "slurm" -> {
        AgentConfig.SlurmSection slurm =
            file.slurm()
                .orElseThrow(
                    () ->
                        new IllegalArgumentException(
                            "The setting 'slurm' is missing, with the partition that jobs go to."));
        yield new SlurmBatchSystem(
            new SlurmSettings(slurm.checkedConfiguration(), slurm.partition(), nice(file)), folders);
      }
      case "gridengine" -> {
        AgentConfig.GridEngineSection part =
            file.gridengine()
                .orElseThrow(
                    () ->
                        new IllegalArgumentException(
                            "The setting 'gridengine' is missing, with the queue that jobs go to."));
        yield new GridEngineBatchSystem(
            new GridEngineSettings(
                new GridEngineAddress(part.root(), part.cell(), part.port()),
                part.queue(),
                part.parallelEnvironment(),
                file.rescheduling().isPresent() ? 0 : PRIORITY),
            folders);
      }
      case "processes" ->
          new ProcessBatchSystem(
              folders,
              file.processes()
                  .map(AgentConfig.ProcessesSection::slots)
                  .orElseGet(() -> Runtime.getRuntime().availableProcessors()));
      case "host" -> HostBatchSystem.open(folders, file.hostSection().orElseThrow().hostSettings());
      default ->
          throw new IllegalArgumentException(
              "The setting 'batch_system' is '"
                  + file.batchSystem()
                  + "', and must be slurm, gridengine, host or processes.");
    };
  }

  static List<ServerAddress> addresses(AgentConfig file) {
    if (file.servers().isEmpty()) {
      throw new IllegalArgumentException(
          "The setting 'servers' is missing: where the market's servers are, such as"
              + " [\"tender.example.org:7443\"].");
    }
    return file.servers().stream().map(ServerAddress::parse).toList();
  }

  private static Path identity(AgentConfig file) {
    return file.state().resolve("identity");
  }

  public boolean isConnected() {
    return link.isConnected();
  }

  /** Leaves the market; tasks go on, and the next life of the agent finds them. */
  @Override
  public void close() throws IOException {
    page.close();
    link.close();
    agent.close();
    telemetry.close();
  }

  /** What the agent's loop says to the market goes through the link. */
  private record LinkMarketPort(MarketLink link, Consumer<Message> onSent) implements MarketPort {
    @Override
    public void send(Message.ToMetascheduler message) {
      link.send(message);
      onSent.accept(message);
    }

    @Override
    public void publish(Message.SlotsPublished published) {
      link.publish(published);
      onSent.accept(published);
    }

    @Override
    public WorkOrder describe(BagId bag) {
      return link.describe(bag);
    }

    @Override
    public void fetch(BagId bag, Digest digest, Path to) {
      link.fetch(bag, digest, to);
    }

    @Override
    public void deliver(ReservationId id, List<TaskOutcome> outcomes, Path pack) {
      link.deliver(id, outcomes, pack);
    }
  }
}
