package tender.core.provider;

import tender.core.provider.state.JobRun;
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

/** What a provider's next process knows of the life of the one before. */
final class ProviderResumeTest {
  @Test
  void aRestartMakesNoResultLater() {
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
  private static final Message.Refused LEASE_ENDED =
      new Message.Refused(PART, Message.RefusalReason.LEASE_EXPIRED, List.of());

  private final FakeAgent agent =
      new FakeAgent(ID, Cluster.of(3), new ProviderTerms(10, 20, 5, ProviderTerms.DisclosureLevel.NOTHING));

  @Test
  void aReservationIsHeldUntilItsLeaseEnds() {
    reserve();
    agent.restart(10);

    assertThat(agent.tell(RESERVE, 11)).containsExactly(new Message.Reserved(PART, 25));
    assertThat(agent.wakeMillis()).isEqualTo(25);
    assertThat(agent.takeStarted()).isEmpty();
    assertThat(agent.tell(COMMIT, 24)).containsExactly(new Message.Committed(PART));
    assertThat(agent.takeStarted()).extracting(JobRun::tasks).containsExactly(TaskSet.first(3));
  }

  @Test
  void aReservationHoldsItsRoomThroughARestart() {
    Bag tight = new Bag(3, 1, 100, 0, 140);
    agent.tell(new Message.Call(CALL, tight), 0);
    assertThat(agent.tell(new Message.Reserve(PART, 3, 140), 5))
        .containsExactly(new Message.Reserved(PART, 25));
    agent.restart(10);
    CallId other = new CallId(new BagId("c"), 1);

    assertThat(agent.tell(new Message.Call(other, tight), 10))
        .allSatisfy(
            message ->
                assertThat(((Message.Offers) message).offers())
                    .isNotEmpty()
                    .allMatch(offer -> offer.completionMillis() > 140));
  }

  @Test
  void aLeaseThatEndedWhileItWasDownIsRefused() {
    reserve();
    agent.restart(30);

    assertThat(agent.wakeMillis()).isEqualTo(Time.NEVER);
    assertThat(agent.tell(COMMIT, 31)).containsExactly(LEASE_ENDED);
    assertThat(agent.tell(RESERVE, 32)).containsExactly(LEASE_ENDED);
    agent.restart(33);
    assertThat(agent.tell(COMMIT, 34)).containsExactly(LEASE_ENDED);
    assertThat(agent.takeStarted()).isEmpty();
  }

  @Test
  void aPartIsContinuedWhereItIs() {
    JobRun first = commit();
    agent.end(FakeAgent.part(first, TaskSet.first(1)), 80);
    assertThat(agent.takeStarted()).extracting(JobRun::tasks).containsExactly(TaskSet.range(3, 4));
    agent.endUnseen(FakeAgent.part(first, TaskSet.range(1, 2)));

    assertThat(agent.restart(100))
        .containsExactly(new Message.Results(PART, TaskSet.first(2), 100));
    assertThat(agent.takeStarted())
        .as("what runs is not started again, nor what has ended")
        .extracting(JobRun::tasks)
        .containsExactly(TaskSet.range(4, 5));
    agent.end(FakeAgent.part(first, TaskSet.range(2, 3)), 115);
    assertThat(agent.takeStarted()).extracting(JobRun::tasks).containsExactly(TaskSet.range(5, 6));
    List<Message.ToMetascheduler> said = List.of();
    for (JobRun run : agent.running()) {
      said = agent.end(run, 180);
    }
    assertThat(said).containsExactly(new Message.Results(PART, ALL, 180));
  }

  @Test
  void resultsAreToldAgainUntilTheyAreAccepted() {
    done();
    assertThat(agent.restart(300))
        .singleElement()
        .isInstanceOfSatisfying(
            Message.Results.class, results -> assertThat(results.endedTasks()).isEqualTo(ALL));
    agent.tell(new Message.ResultsAccepted(PART, ALL), 301);

    assertThat(agent.restart(400)).isEmpty();
    assertThat(agent.wakeMillis()).isEqualTo(Time.NEVER);
    assertThat(agent.tell(COMMIT, 401)).containsExactly(new Message.Committed(PART));
    assertThat(agent.takeStarted()).as("it is not done a second time").isEmpty();
  }

  @Test
  void onlyResultsThatWereNotAcceptedAreToldAgain() {
    JobRun first = commit();
    agent.end(FakeAgent.part(first, TaskSet.first(1)), 80);
    agent.tell(new Message.ResultsAccepted(PART, TaskSet.first(1)), 90);

    assertThat(agent.restart(92)).isEmpty();
    agent.endUnseen(FakeAgent.part(first, TaskSet.range(1, 2)));
    assertThat(agent.restart(94)).isEmpty();
    assertThat(agent.wake(99)).containsExactly(new Message.Results(PART, TaskSet.first(2), 94));
  }

  @Test
  void whatWasReleasedStaysOut() {
    reserve();
    agent.tell(new Message.Release(PART), 8);
    agent.restart(10);

    assertThat(agent.tell(COMMIT, 12)).containsExactly(LEASE_ENDED);
  }

  @Test
  void whatRunsForNobodyKeepsItsProcessors() {
    JobRun first = commit();
    agent.tell(new Message.Release(PART), 20);
    agent.restart(30);
    agent.submitLocal(Job.rigid(new JobId("local"), 1, 50, 30, 90), 30);
    assertThat(agent.takeStarted()).isEmpty();

    assertThat(agent.end(first, 70)).isEmpty();
    assertThat(agent.takeStarted()).hasSize(1);
  }

  @Test
  void localJobsRunOnceAndKeepTheirPromise() {
    agent.submitLocal(Job.rigid(new JobId("one"), 3, 100, 0, 100), 0);
    agent.submitLocal(Job.rigid(new JobId("two"), 3, 100, 0, 200), 0);
    JobRun one = agent.takeStarted().getFirst();
    agent.restart(50);
    assertThat(agent.takeStarted()).isEmpty();
    assertThat(agent.wakeMillis()).isEqualTo(100);

    agent.end(one, 100);
    JobRun two = agent.takeStarted().getFirst();
    assertThat(two.job().id()).isEqualTo(new JobId("two"));
    assertThat(two.job().deadlineMillis()).isEqualTo(200);
  }

  /** An offer holds nothing, and whoever made it is gone. */
  @Test
  void offersAreForgotten() {
    agent.tell(new Message.Call(CALL, BAG), 0);
    agent.restart(5);

    assertThat(agent.tell(RESERVE, 6))
        .containsExactly(new Message.Refused(PART, Message.RefusalReason.NO_SUCH_OFFER, List.of()));
  }

  private void reserve() {
    agent.tell(new Message.Call(CALL, BAG), 0);
    assertThat(agent.tell(RESERVE, 5)).containsExactly(new Message.Reserved(PART, 25));
  }

  /** Three tasks run from 15 on, three wait. */
  private JobRun commit() {
    reserve();
    agent.tell(COMMIT, 15);
    return agent.takeStarted().getFirst();
  }

  private void done() {
    agent.end(commit(), 115);
    assertThat(agent.end(agent.takeStarted().getFirst(), 215))
        .containsExactly(new Message.Results(PART, ALL, 215));
  }
}
