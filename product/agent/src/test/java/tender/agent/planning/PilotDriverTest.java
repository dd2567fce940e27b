package tender.agent.planning;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tender.agent.pilot.PilotSettings;
import tender.bagfile.WorkOrder;
import tender.core.message.CallId;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.model.Bag;
import tender.core.model.BagId;
import tender.core.model.TaskSet;
import tender.core.model.Time;

/** The agent with pilots and a batch system of plain processes. */
@Tag("slow")
class PilotDriverTest {
  private static final BagId BAG = new BagId("bag7");
  private static final ReservationId PART = new ReservationId(new CallId(BAG, 1), 1, TestSite.ID);
  private static final PilotSettings PILOTS =
      new PilotSettings(Time.MINUTE_MILLIS, Time.HOUR_MILLIS);
  private static final int TASKS = 60;
  private static final long RUNTIME_MILLIS = 1_000;

  @TempDir private Path folder;

  @Test
  void restartedAgentDeliversRemainingResultsOfPilots() throws Exception {
    try (TestSite site = site("echo $TENDER_TASK_ID $TENDER_ATTEMPT; sleep 0.3")) {
      commit(site);
      Message.Results first = site.market.next(Message.Results.class);
      assertThat(first.endedTasks().size()).isBetween(1, TASKS - 1);
      assertThat(site.batch.queue().ownTasks()).hasSizeBetween(1, 2);
      site.restart();
      TaskSet ended = first.endedTasks();
      while (ended.size() < TASKS) {
        ended = ended.plus(site.market.next(Message.Results.class).endedTasks());
      }
      // Packs may be delivered twice, but each task was tried once.
      assertThat(new TreeSet<>(site.market.printed))
          .isEqualTo(
              new TreeSet<>(IntStream.range(0, TASKS).mapToObj(task -> task + " 0\n").toList()));
    }
  }

  @Test
  void cancelledPilotIsReplacedForRemainingTasks() throws Exception {
    try (TestSite site = site("sleep 0.3")) {
      commit(site);
      site.market.next(Message.Results.class);
      String chunk = site.batch.queue().ownTasks().getFirst().jobName();
      site.batch.cancel(chunk, TaskSet.first(2));
      TaskSet ended = TaskSet.empty();
      while (ended.size() < TASKS) {
        ended = ended.plus(site.market.next(Message.Results.class).endedTasks());
      }
    }
  }

  @Test
  void releasedPartCancelsItsPilots() throws Exception {
    try (TestSite site = site("sleep 0.5")) {
      commit(site);
      site.market.next(Message.Results.class);
      site.agent.received(new Message.Release(PART));
      long timeoutMillis = System.currentTimeMillis() + 20_000;
      while (!site.batch.queue().ownTasks().isEmpty()
          || Files.exists(folder.resolve("work/bags").resolve(BAG.value()))) {
        assertThat(System.currentTimeMillis()).isLessThan(timeoutMillis);
        Thread.sleep(50);
      }
    }
  }

  @Test
  void pilotFreesProcessorForLocalJobAfterItsTask() throws Exception {
    try (TestSite site = site("sleep 0.3")) {
      commit(site);
      site.market.next(Message.Results.class);
      site.batch.submitLocal(1, Time.MINUTE_MILLIS, List.of("sleep", "1"));
      TaskSet ended = TaskSet.empty();
      while (!site.batch.queue().localJobs().isEmpty()) {
        Message.ToMetascheduler message = site.market.sent.poll(100, TimeUnit.MILLISECONDS);
        ended =
            message instanceof Message.Results results ? ended.plus(results.endedTasks()) : ended;
      }
      // The local job would have been last if the pilots had run all tasks without a break.
      assertThat(ended.size()).isLessThan(TASKS - 2);
      while (ended.size() < TASKS) {
        ended = ended.plus(site.market.next(Message.Results.class).endedTasks());
      }
    }
  }

  @Test
  void failingTasksAreReportedAndRetriedByFewArrays() throws Exception {
    String command = "sleep 0.2; echo no input >&2; exit 3";
    try (TestSite site = site(TestSite.order(command, TASKS, RUNTIME_MILLIS, 1))) {
      commit(site);
      int jobs = 0;
      TaskSet ended = TaskSet.empty();
      while (ended.size() < TASKS) {
        Message.ToMetascheduler message = site.market.sent.poll(100, TimeUnit.MILLISECONDS);
        ended =
            message instanceof Message.Results results ? ended.plus(results.endedTasks()) : ended;
        jobs = Math.max(jobs, site.batch.queue().ownTasks().size());
      }
      assertThat(jobs).isLessThanOrEqualTo(2 + 4);
      Message.AttemptsFailed first = site.market.failures.remove();
      assertThat(first.latest().getFirst())
          .satisfies(
              failed -> {
                assertThat(failed.attempt()).isZero();
                assertThat(failed.exitCode()).isEqualTo(3);
                assertThat(failed.stderrTail()).isEqualTo("no input\n");
              });
      try (Stream<Path> arrays = Files.list(site.partFolder(PART).resolve("chunks"))) {
        assertThat(arrays).hasSizeLessThanOrEqualTo(5);
      }
    }
  }

  private TestSite site(String command) throws Exception {
    return site(TestSite.order(command, TASKS, RUNTIME_MILLIS));
  }

  private TestSite site(WorkOrder order) throws Exception {
    return new TestSite(folder, TestSite.TERMS, order, Optional.empty(), PILOTS);
  }

  private static void commit(TestSite site) throws Exception {
    // The agent does not answer before it has read the queue.
    Thread.sleep(500);
    long nowMillis = System.currentTimeMillis();
    long deadlineMillis = nowMillis + Time.HOUR_MILLIS;
    Bag bag = new Bag(TASKS, 1, RUNTIME_MILLIS, nowMillis, deadlineMillis);
    site.agent.received(new Message.Call(PART.call(), bag));
    long byMillis = site.market.next(Message.Offers.class).offers().getFirst().completionMillis();
    site.agent.received(new Message.Reserve(PART, TASKS, byMillis));
    site.market.next(Message.Reserved.class);
    site.agent.received(new Message.Commit(PART, TaskSet.first(TASKS)));
    site.market.next(Message.Committed.class);
  }
}
