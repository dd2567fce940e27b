package tender.agent.planning;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tender.agent.batch.QueueSnapshot;
import tender.agent.batch.process.ProcessBatchSystem;
import tender.core.message.CallId;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.model.Bag;
import tender.core.model.BagId;
import tender.core.model.Offer;
import tender.core.model.TaskSet;
import tender.core.model.Time;
import tender.core.plan.reschedule.CoordinatedRescheduling;
import tender.core.provider.PlanningPolicy;

/** A part whose bag ends later elsewhere starts after a local job. */
@Tag("slow")
class QueueOrderTest {
  private static final ReservationId PART =
      new ReservationId(new CallId(new BagId("bag7"), 1), 1, TestSite.ID);
  private static final long LIMIT_MILLIS = Time.MINUTE_MILLIS;

  @TempDir private Path folder;
  private TestSite site;
  private RecordingMarket market;
  private ProcessBatchSystem batch;
  private ProviderDriver agent;

  @BeforeEach
  void start() throws IOException {
    site =
        new TestSite(
            folder,
            TestSite.TERMS.withPlanningPolicy(
                new PlanningPolicy.Fifo(new CoordinatedRescheduling())),
            TestSite.order("sleep 1", 2, LIMIT_MILLIS));
    market = site.market;
    batch = site.batch;
    agent = site.agent;
  }

  @AfterEach
  void stop() throws IOException {
    site.close();
  }

  @Test
  void localJobStartsBeforePartWhoseBagEndsLater() throws Exception {
    batch.submitLocal(2, LIMIT_MILLIS, List.of("sleep", "15"));
    // The agent does not answer before it has read the queue, so it knows the job.
    site.restart();
    agent = site.agent;
    commit();
    market.next(Message.CompletionChanged.class);
    awaitOwn();
    String local = batch.submitLocal(2, LIMIT_MILLIS / 4, List.of("sleep", "2"));
    agent.received(new Message.BagCompletion(PART, System.currentTimeMillis() + Time.DAY_MILLIS));

    QueueSnapshot queue = batch.queue();
    while (queue.localJobs().stream().noneMatch(job -> job.running() && job.id().equals(local))) {
      assertThat(queue.ownTasks()).hasSize(2).noneMatch(task -> task.running());
      Thread.sleep(50);
      queue = batch.queue();
    }
    assertThat(folder.resolve("state/disclosures.log"))
        .content()
        .contains("\"kind\":\"completion-changed\"");
  }

  private void commit() throws InterruptedException {
    long nowMillis = System.currentTimeMillis();
    agent.received(
        new Message.Call(PART.call(), new Bag(2, 1, LIMIT_MILLIS, nowMillis, nowMillis)));
    Offer offer = market.next(Message.Offers.class).offers().getLast();
    agent.received(new Message.Reserve(PART, 2, offer.completionMillis()));
    market.next(Message.Reserved.class);
    agent.received(new Message.Commit(PART, TaskSet.first(2)));
    market.next(Message.Committed.class);
  }

  private void awaitOwn() throws InterruptedException {
    while (batch.queue().ownTasks().size() < 2) {
      Thread.sleep(50);
    }
  }
}
