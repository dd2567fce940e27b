package tender.agent.provider;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import tender.agent.batch.TaskFolders;
import tender.agent.batch.process.ProcessBatchSystem;
import tender.agent.estimate.EstimateSettings;
import tender.core.model.ProviderId;
import tender.core.provider.Terms;
import tender.work.TaskList;
import tender.work.WorkOrder;

/** An agent beside a batch system of two plain processes, and a market that listens to it. */
final class SmallSite implements AutoCloseable {
  static final ProviderId ID = new ProviderId("site");
  static final Terms TERMS =
      new Terms(10_000, 10_000, 1_000, Terms.Discloses.NOTHING)
          .withStarter(Terms.Starter.BATCH_SYSTEM);

  static final PilotSettings NO_PILOTS = new PilotSettings(0, 1);

  private static final int PROCESSORS = 2;

  final ListeningMarket market;
  final ProcessBatchSystem batch;
  ProviderAgent agent;
  private final TaskFolders folders;
  private final ProviderSettings settings;
  private final Path state;

  SmallSite(Path folder, Terms terms, WorkOrder order) throws IOException {
    this(folder, terms, order, Optional.empty(), NO_PILOTS);
  }

  SmallSite(
      Path folder,
      Terms terms,
      WorkOrder order,
      Optional<PublishSettings> publishes,
      PilotSettings pilots)
      throws IOException {
    market = new ListeningMarket(order);
    folders = new TaskFolders(folder.resolve("work"));
    folders.install();
    batch = new ProcessBatchSystem(folders, PROCESSORS);
    settings =
        new ProviderSettings(
            ID,
            terms,
            PROCESSORS,
            100,
            2_000,
            100,
            pilots,
            true,
            new EstimateSettings(10_000, 1_000, 2_000),
            Optional.empty(),
            publishes,
            Optional.empty());
    state = Files.createDirectories(folder.resolve("state"));
    agent =
        new ProviderAgent(settings, batch, folders, market, state, Clock.systemUTC(), Witness.NONE);
    agent.start();
  }

  /** Another life of the agent, while tasks run on. */
  void restart() throws IOException {
    agent.close();
    agent =
        new ProviderAgent(settings, batch, folders, market, state, Clock.systemUTC(), Witness.NONE);
    agent.start();
  }

  /** So many equal tasks without files. */
  static WorkOrder order(String command, int tasks, long runtimeMillis) {
    return new WorkOrder(
        WorkOrder.VERSION,
        "work",
        command,
        new TaskList.Count(tasks),
        Optional.empty(),
        List.of(),
        List.of(),
        1,
        runtimeMillis,
        0);
  }

  @Override
  public void close() throws IOException {
    agent.close();
    batch.stop();
  }
}
