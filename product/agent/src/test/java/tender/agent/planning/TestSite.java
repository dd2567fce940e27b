package tender.agent.planning;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import tender.agent.batch.folder.WorkFolder;
import tender.agent.batch.process.ProcessBatchSystem;
import tender.agent.estimate.EstimateSettings;
import tender.agent.execution.ExecutionSettings;
import tender.agent.execution.PartListener;
import tender.agent.files.Datasets;
import tender.agent.files.KeptOutputs;
import tender.agent.files.SiteResultFolders;
import tender.agent.lending.LendingMode;
import tender.agent.owner.LogRotation;
import tender.agent.pilot.PilotSettings;
import tender.bagfile.TaskList;
import tender.bagfile.WorkOrder;
import tender.core.message.CallId;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.model.Bag;
import tender.core.model.BagId;
import tender.core.model.Cluster;
import tender.core.model.Money;
import tender.core.model.Offer;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;
import tender.core.model.Time;
import tender.core.provider.ProviderTerms;

/** An agent with a batch system of two plain processes, and a market that records its messages. */
final class TestSite implements AutoCloseable {
  static final ProviderId ID = new ProviderId("site");
  static final ProviderTerms TERMS =
      new ProviderTerms(10_000, 10_000, 1_000, ProviderTerms.DisclosureLevel.NOTHING)
          .withTaskStarter(ProviderTerms.TaskStarter.BATCH_SYSTEM);

  static final PilotSettings NO_PILOTS = new PilotSettings(0, 1);

  private static final int PROCESSORS = 2;

  final RecordingMarket market;
  final ProcessBatchSystem batch;
  ProviderDriver agent;
  private final WorkFolder workFolder;
  private final ProviderSettings settings;
  private final Path state;

  TestSite(Path folder, ProviderTerms terms, WorkOrder order) throws IOException {
    this(folder, terms, order, Optional.empty(), NO_PILOTS);
  }

  TestSite(
      Path folder,
      ProviderTerms terms,
      WorkOrder order,
      Optional<PublishSettings> publishes,
      PilotSettings pilots)
      throws IOException {
    this(folder, terms, order, publishes, pilots, OptionalInt.of(Cluster.REFERENCE_SPEED_PERMILLE));
  }

  TestSite(
      Path folder,
      ProviderTerms terms,
      WorkOrder order,
      Optional<PublishSettings> publishes,
      PilotSettings pilots,
      OptionalInt speedPermille)
      throws IOException {
    market = new RecordingMarket(order);
    workFolder = new WorkFolder(folder.resolve("work"));
    workFolder.install();
    batch = new ProcessBatchSystem(workFolder, PROCESSORS);
    settings =
        new ProviderSettings(
            ID,
            terms,
            PROCESSORS,
            100,
            new ExecutionSettings(
                ID,
                2_000,
                100,
                pilots,
                new KeptOutputs.Settings(7, 1L << 30),
                SiteResultFolders.NONE,
                !terms.pricePerProcessorHour().equals(Money.ZERO)),
            LendingMode.committed(Time.DAY_MILLIS),
            new EstimateSettings(10_000, 1_000, 2_000, speedPermille),
            Optional.empty(),
            publishes,
            Optional.empty(),
            LogRotation.DEFAULT);
    state = Files.createDirectories(folder.resolve("state"));
    agent =
        new ProviderDriver(
            settings,
            batch,
            workFolder,
            market,
            Datasets.NONE,
            state,
            Clock.systemUTC(),
            PartListener.NONE);
    agent.start();
  }

  /** Restarts the agent, while tasks continue. */
  void restart() throws IOException {
    agent.close();
    agent =
        new ProviderDriver(
            settings,
            batch,
            workFolder,
            market,
            Datasets.NONE,
            state,
            Clock.systemUTC(),
            PartListener.NONE);
    agent.start();
  }

  /** A work order of equal tasks without files. */
  static WorkOrder order(String command, int tasks, long runtimeMillis) {
    return order(command, tasks, runtimeMillis, 0);
  }

  static WorkOrder order(String command, int tasks, long runtimeMillis, int retries) {
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
        retries,
        Optional.empty());
  }

  /** Commits the agent to the only task of a bag. */
  ReservationId commit(BagId bag) throws InterruptedException {
    // The agent does not answer before it has read the queue.
    Thread.sleep(500);
    long nowMillis = System.currentTimeMillis();
    CallId call = new CallId(bag, 1);
    agent.received(
        new Message.Call(call, new Bag(1, 1, 1_000, nowMillis, nowMillis + Time.HOUR_MILLIS)));
    Offer offer = market.next(Message.Offers.class).offers().getFirst();
    ReservationId part = new ReservationId(call, 1, ID);
    agent.received(new Message.Reserve(part, 1, offer.completionMillis()));
    market.next(Message.Reserved.class);
    agent.received(new Message.Commit(part, TaskSet.first(1)));
    market.next(Message.Committed.class);
    return part;
  }

  /** Runs the only task of a bag until its results are delivered. */
  ReservationId runToEnd(BagId bag) throws InterruptedException {
    ReservationId part = commit(bag);
    while (market.next(Message.Results.class).endedTasks().isEmpty()) {
      assertThat(market.outcomes).hasSizeLessThan(2);
    }
    return part;
  }

  /** The folder of a part. */
  Path partFolder(ReservationId part) {
    return workFolder.partFolder(part).path();
  }

  @Override
  public void close() throws IOException {
    agent.close();
    batch.stop();
  }
}
