package tender.core.provider;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import tender.core.message.CallId;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.model.Bag;
import tender.core.model.BagId;
import tender.core.model.Cluster;
import tender.core.model.Job;
import tender.core.model.JobId;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;
import tender.core.model.Time;
import tender.core.provider.state.JobRun;

/** A provider after a restart. */
final class ProviderResumeTest {
  @Test
  void restartDelaysNoResult() {
    done();
    assertThat(agent.restart(300)).containsExactly(new Message.Results(PART, ALL, 215));
  }

  private static final ProviderId ID = new ProviderId("p");
  private static final CallId CALL = new CallId(new BagId("b"), 1);
  private static final ReservationId PART = new ReservationId(CALL, 1, ID);
  private static final TaskSet ALL = TaskSet.first(6);
  private static final Bag BAG = new Bag(6, 1, 100, 0, 1_000);
  private static final Message.Reserve RESERVE = new Message.Reserve(PART, 6, 1_000);
  private static final Message.Commit COMMIT = new Message.Commit(PART, ALL);
  private static final Message.Refused LEASE_EXPIRED =
      new Message.Refused(PART, Message.RefusalReason.LEASE_EXPIRED, List.of());

  private final FakeAgent agent =
      new FakeAgent(
          ID, Cluster.of(3), new ProviderTerms(10, 20, 5, ProviderTerms.DisclosureLevel.NOTHING));

  @Test
  void reservationIsHeldUntilLeaseExpires() {
    reserve();
    agent.restart(10);

    assertThat(agent.send(RESERVE, 11)).containsExactly(new Message.Reserved(PART, 25));
    assertThat(agent.timerMillis()).isEqualTo(25);
    assertThat(agent.takeStarted()).isEmpty();
    assertThat(agent.send(COMMIT, 24)).containsExactly(new Message.Committed(PART));
    assertThat(agent.takeStarted()).extracting(JobRun::tasks).containsExactly(TaskSet.first(3));
  }

  @Test
  void reservationSurvivesRestart() {
    Bag tight = new Bag(3, 1, 100, 0, 140);
    agent.send(new Message.Call(CALL, tight), 0);
    assertThat(agent.send(new Message.Reserve(PART, 3, 140), 5))
        .containsExactly(new Message.Reserved(PART, 25));
    agent.restart(10);
    CallId other = new CallId(new BagId("c"), 1);

    assertThat(agent.send(new Message.Call(other, tight), 10))
        .allSatisfy(
            message ->
                assertThat(((Message.Offers) message).offers())
                    .isNotEmpty()
                    .allMatch(offer -> offer.completionMillis() > 140));
  }

  @Test
  void leaseExpiredDuringDowntimeIsRefused() {
    reserve();
    agent.restart(30);

    assertThat(agent.timerMillis()).isEqualTo(Time.NEVER);
    assertThat(agent.send(COMMIT, 31)).containsExactly(LEASE_EXPIRED);
    assertThat(agent.send(RESERVE, 32)).containsExactly(LEASE_EXPIRED);
    agent.restart(33);
    assertThat(agent.send(COMMIT, 34)).containsExactly(LEASE_EXPIRED);
    assertThat(agent.takeStarted()).isEmpty();
  }

  @Test
  void committedPartContinuesAfterRestart() {
    JobRun first = commit();
    agent.end(FakeAgent.part(first, TaskSet.first(1)), 80);
    assertThat(agent.takeStarted()).extracting(JobRun::tasks).containsExactly(TaskSet.range(3, 4));
    agent.endUnobserved(FakeAgent.part(first, TaskSet.range(1, 2)));

    assertThat(agent.restart(100))
        .containsExactly(new Message.Results(PART, TaskSet.first(2), 100));
    assertThat(agent.takeStarted())
        .as("running and ended tasks are not started again")
        .extracting(JobRun::tasks)
        .containsExactly(TaskSet.range(4, 5));
    agent.end(FakeAgent.part(first, TaskSet.range(2, 3)), 115);
    assertThat(agent.takeStarted()).extracting(JobRun::tasks).containsExactly(TaskSet.range(5, 6));
    List<Message.ToMetascheduler> sent = List.of();
    for (JobRun run : agent.running()) {
      sent = agent.end(run, 180);
    }
    assertThat(sent).containsExactly(new Message.Results(PART, ALL, 180));
  }

  @Test
  void resultsAreReportedAgainAfterRestart() {
    done();
    assertThat(agent.restart(300))
        .singleElement()
        .isInstanceOfSatisfying(
            Message.Results.class, results -> assertThat(results.endedTasks()).isEqualTo(ALL));
    agent.send(new Message.ResultsAccepted(PART, ALL), 301);

    assertThat(agent.restart(400)).isEmpty();
    assertThat(agent.timerMillis()).isEqualTo(Time.NEVER);
    assertThat(agent.send(COMMIT, 401)).containsExactly(new Message.Committed(PART));
    assertThat(agent.takeStarted()).as("ended tasks are not run again").isEmpty();
  }

  @Test
  void acceptedResultsAreNotReportedAgain() {
    JobRun first = commit();
    agent.end(FakeAgent.part(first, TaskSet.first(1)), 80);
    agent.send(new Message.ResultsAccepted(PART, TaskSet.first(1)), 90);

    assertThat(agent.restart(92)).isEmpty();
    agent.endUnobserved(FakeAgent.part(first, TaskSet.range(1, 2)));
    assertThat(agent.restart(94)).isEmpty();
    assertThat(agent.fireTimer(99))
        .containsExactly(new Message.Results(PART, TaskSet.first(2), 94));
  }

  @Test
  void releasedReservationStaysRefused() {
    reserve();
    agent.send(new Message.Release(PART), 8);
    agent.restart(10);

    assertThat(agent.send(COMMIT, 12)).containsExactly(LEASE_EXPIRED);
  }

  @Test
  void releasedRunningTasksKeepProcessors() {
    JobRun first = commit();
    agent.send(new Message.Release(PART), 20);
    agent.restart(30);
    agent.submitLocal(Job.rigid(new JobId("local"), 1, 50, 30, 90), 30);
    assertThat(agent.takeStarted()).isEmpty();

    assertThat(agent.end(first, 70)).isEmpty();
    assertThat(agent.takeStarted()).hasSize(1);
  }

  @Test
  void localJobsKeepPromiseThroughRestart() {
    agent.submitLocal(Job.rigid(new JobId("one"), 3, 100, 0, 100), 0);
    agent.submitLocal(Job.rigid(new JobId("two"), 3, 100, 0, 200), 0);
    JobRun one = agent.takeStarted().getFirst();
    agent.restart(50);
    assertThat(agent.takeStarted()).isEmpty();
    assertThat(agent.timerMillis()).isEqualTo(100);

    agent.end(one, 100);
    JobRun two = agent.takeStarted().getFirst();
    assertThat(two.job().id()).isEqualTo(new JobId("two"));
    assertThat(two.job().deadlineMillis()).isEqualTo(200);
  }

  /** An offer holds nothing and is not stored. */
  @Test
  void offersDoNotSurviveRestart() {
    agent.send(new Message.Call(CALL, BAG), 0);
    agent.restart(5);

    assertThat(agent.send(RESERVE, 6))
        .containsExactly(new Message.Refused(PART, Message.RefusalReason.NO_SUCH_OFFER, List.of()));
  }

  private void reserve() {
    agent.send(new Message.Call(CALL, BAG), 0);
    assertThat(agent.send(RESERVE, 5)).containsExactly(new Message.Reserved(PART, 25));
  }

  /** Three tasks run from 15 on, three wait. */
  private JobRun commit() {
    reserve();
    agent.send(COMMIT, 15);
    return agent.takeStarted().getFirst();
  }

  private void done() {
    agent.end(commit(), 115);
    assertThat(agent.end(agent.takeStarted().getFirst(), 215))
        .containsExactly(new Message.Results(PART, ALL, 215));
  }
}
