package tender.core.provider;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SplittableRandom;
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
import tender.core.provider.state.ProviderEffect;
import tender.core.provider.state.ProviderEvent;

/** Messages out of order, tasks that are interrupted or exceed estimates, and clocks that jump. */
final class ProviderFaultsTest {
  private static final ProviderId ID = new ProviderId("p");
  private static final CallId CALL = new CallId(new BagId("b"), 1);
  private static final ReservationId PART = new ReservationId(CALL, 1, ID);
  private static final TaskSet ALL = TaskSet.first(4);
  private static final Message.Call BAG = new Message.Call(CALL, new Bag(4, 1, 100, 0, 1_000));
  private static final Message.Reserve RESERVE = new Message.Reserve(PART, 4, 1_000);
  private static final Message.Commit COMMIT = new Message.Commit(PART, ALL);
  private static final Message.Inquire INQUIRE = new Message.Inquire(PART);
  private static final Message.Refused LEASE_EXPIRED =
      new Message.Refused(PART, Message.RefusalReason.LEASE_EXPIRED, List.of());
  private static final ProviderTerms TERMS =
      new ProviderTerms(10, 20, 5, ProviderTerms.DisclosureLevel.NOTHING);
  private static final int PROCESSORS = 4;

  private final FakeAgent agent = new FakeAgent(ID, Cluster.of(PROCESSORS), TERMS);

  @Test
  void inquiryIsAnsweredWithProgress() {
    agent.send(BAG, 0);
    agent.send(RESERVE, 5);
    assertThat(agent.send(INQUIRE, 6)).containsExactly(new Message.Reserved(PART, 25));
    agent.send(COMMIT, 15);
    assertThat(agent.send(INQUIRE, 16))
        .singleElement()
        .isInstanceOfSatisfying(
            Message.Results.class, results -> assertThat(results.endedTasks().isEmpty()).isTrue());
    JobRun run = agent.takeStarted().getFirst();
    agent.end(FakeAgent.part(run, TaskSet.range(1, 3)), 80);

    assertThat(agent.send(INQUIRE, 81))
        .containsExactly(new Message.Results(PART, TaskSet.range(1, 3), 80));
  }

  @Test
  void unknownReservationStaysRefused() {
    agent.send(BAG, 0);
    assertThat(agent.send(INQUIRE, 1)).containsExactly(LEASE_EXPIRED);
    assertThat(agent.send(RESERVE, 2)).containsExactly(LEASE_EXPIRED);
    assertThat(agent.send(COMMIT, 3)).containsExactly(LEASE_EXPIRED);
    agent.restart(4);
    assertThat(agent.send(INQUIRE, 5)).containsExactly(LEASE_EXPIRED);
    assertThat(agent.takeStarted()).isEmpty();
  }

  @Test
  void commitBeforeReservationIsRefused() {
    agent.send(BAG, 0);
    assertThat(agent.send(COMMIT, 1)).containsExactly(LEASE_EXPIRED);
    assertThat(agent.send(RESERVE, 2)).containsExactly(LEASE_EXPIRED);
    assertThat(agent.send(COMMIT, 3)).containsExactly(LEASE_EXPIRED);
    assertThat(agent.takeStarted()).isEmpty();
  }

  @Test
  void commitBeyondReservationIsRefused() {
    agent.send(BAG, 0);
    agent.send(new Message.Reserve(PART, 3, 1_000), 5);

    assertThat(agent.send(COMMIT, 6))
        .containsExactly(new Message.Refused(PART, Message.RefusalReason.NO_SUCH_OFFER, List.of()));
    assertThat(agent.takeStarted()).isEmpty();
  }

  @Test
  void resultsAreReportedUntilAccepted() {
    JobRun run = commit();
    Message.Results results = new Message.Results(PART, ALL, 80);
    assertThat(agent.end(run, 80)).containsExactly(results);
    assertThat(agent.timerMillis()).isEqualTo(85);
    assertThat(agent.fireTimer(84)).isEmpty();
    assertThat(agent.fireTimer(85)).containsExactly(results);
    agent.send(new Message.ResultsAccepted(PART, TaskSet.first(3)), 86);
    assertThat(agent.fireTimer(90)).as("one result is not accepted").containsExactly(results);
    agent.send(new Message.ResultsAccepted(PART, ALL), 91);

    assertThat(agent.timerMillis()).isEqualTo(Time.NEVER);
    assertThat(agent.fireTimer(1_000)).isEmpty();
  }

  @Test
  void unfinishedResultsCannotBeAccepted() {
    JobRun run = commit();
    agent.send(new Message.ResultsAccepted(PART, ALL), 20);

    assertThat(agent.end(run, 80)).containsExactly(new Message.Results(PART, ALL, 80));
  }

  @Test
  void interruptedTasksStartAgain() {
    JobRun run = commit();
    TaskSet stopped = TaskSet.range(1, 3);
    assertThat(agent.stop(FakeAgent.part(run, stopped), 50)).isEmpty();
    JobRun again = agent.takeStarted().getFirst();

    assertThat(again.tasks()).isEqualTo(stopped);
    assertThat(again.startedMillis()).isEqualTo(50);
    agent.end(FakeAgent.part(run, ALL.minus(stopped)), 115);
    assertThat(agent.end(again, 150)).containsExactly(new Message.Results(PART, ALL, 150));
  }

  @Test
  void duplicateEndIsIgnored() {
    Provider provider = new Provider(ID, Cluster.of(PROCESSORS), TERMS);
    Job local = Job.rigid(new JobId("local"), 4, 100, 0, 100);
    Job next = Job.rigid(new JobId("next"), 4, 100, 0, 200);
    JobRun first = start(provider.handle(new ProviderEvent.LocalJobSubmitted(local), 0));
    provider.handle(new ProviderEvent.LocalJobSubmitted(next), 0);
    JobRun second = start(provider.handle(new ProviderEvent.TasksEnded(first), 60));
    provider.handle(new ProviderEvent.TasksEnded(first), 61);

    assertThat(second.job().id()).isEqualTo(next.id());
    assertThat(provider.handle(new ProviderEvent.LocalJobSubmitted(local), 61))
        .as("all processors are in use")
        .noneMatch(ProviderEffect.StartTasks.class::isInstance);
  }

  @Test
  void overdueTaskDelaysWaitingTasks() {
    agent.submitLocal(Job.rigid(new JobId("late"), 3, 100, 0, 100), 0);
    agent.submitLocal(Job.rigid(new JobId("next"), 3, 100, 0, 200), 0);
    JobRun late = agent.takeStarted().getFirst();
    for (long nowMillis = agent.timerMillis(); nowMillis < 1_000; nowMillis = agent.timerMillis()) {
      agent.fireTimer(nowMillis);
      assertThat(agent.takeStarted()).isEmpty();
      assertThat(agent.timerMillis()).as("the timer is in the future").isGreaterThan(nowMillis);
    }
    agent.end(late, 1_000);

    assertThat(agent.takeStarted())
        .extracting(run -> run.job().id())
        .containsExactly(new JobId("next"));
  }

  /** Tasks take up to three times their estimate, and some are interrupted and restarted. */
  @Test
  void runningTasksNeverExceedCluster() {
    for (int seed = 0; seed < 300; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      FakeAgent crowded = new FakeAgent(ID, Cluster.of(PROCESSORS), TERMS);
      for (int job = random.nextInt(1, 8); job > 0; job--) {
        JobId id = new JobId("local" + job);
        int width = random.nextInt(1, PROCESSORS + 1);
        crowded.submitLocal(
            Job.rigid(id, width, random.nextInt(10, 100), 0, random.nextInt(400)), 0);
      }
      crowded.send(BAG, 0);
      crowded.send(RESERVE, 1);
      crowded.send(COMMIT, 2);
      long nowMillis = 2;
      int steps = 0;
      while (!crowded.running().isEmpty() || crowded.timerMillis() != Time.NEVER) {
        assertThat(crowded.processorsInUse())
            .as("seed %d at %d", seed, nowMillis)
            .isLessThanOrEqualTo(PROCESSORS);
        assertThat(steps++).as("seed %d never ends", seed).isLessThan(5_000);
        nowMillis = step(crowded, random, nowMillis);
      }
    }
  }

  /** The next event: a run ends or is interrupted, or the timer fires. */
  private static long step(FakeAgent agent, SplittableRandom random, long nowMillis) {
    List<JobRun> running = agent.running();
    if (!running.isEmpty()) {
      JobRun run = running.get(random.nextInt(running.size()));
      long longestMillis = 3 * run.job().durationMillis();
      long endMillis = run.startedMillis() + random.nextLong(1, longestMillis + 1);
      if (endMillis <= Math.max(nowMillis, agent.timerMillis())) {
        long thenMillis = Math.max(nowMillis, endMillis);
        if (random.nextInt(10) == 0) {
          agent.stop(run, thenMillis);
        } else {
          agent.end(run, thenMillis);
          agent.send(new Message.ResultsAccepted(PART, ALL), thenMillis);
        }
        return thenMillis;
      }
    }
    long thenMillis = Math.max(nowMillis, agent.timerMillis());
    agent.fireTimer(thenMillis);
    return thenMillis;
  }

  @Test
  void clockThatJumpsBackIsIgnored() {
    agent.send(BAG, 100);
    agent.send(RESERVE, 105);
    assertThat(agent.send(RESERVE, 50)).containsExactly(new Message.Reserved(PART, 125));
    CallId other = new CallId(new BagId("c"), 1);
    assertThat(agent.send(new Message.Call(other, BAG.bag()), 60))
        .singleElement()
        .isInstanceOfSatisfying(
            Message.Offers.class,
            offers -> {
              assertThat(offers.madeMillis()).isEqualTo(105);
              assertThat(offers.validUntilMillis()).isEqualTo(115);
            });
    ReservationId otherPart = new ReservationId(other, 1, ID);
    assertThat(agent.send(new Message.Reserve(otherPart, 4, 1_000), 70))
        .containsExactly(new Message.Reserved(otherPart, 125));
    assertThat(agent.send(COMMIT, 80)).containsExactly(new Message.Committed(PART));
    assertThat(agent.takeStarted()).extracting(JobRun::startedMillis).containsExactly(105L);

    agent.fireTimer(125);
    assertThat(agent.send(new Message.Commit(otherPart, ALL), 126))
        .containsExactly(
            new Message.Refused(otherPart, Message.RefusalReason.LEASE_EXPIRED, List.of()));
  }

  private JobRun commit() {
    agent.send(BAG, 0);
    agent.send(RESERVE, 5);
    assertThat(agent.send(COMMIT, 15)).containsExactly(new Message.Committed(PART));
    return agent.takeStarted().getFirst();
  }

  private static JobRun start(List<ProviderEffect> effects) {
    return effects.stream()
        .filter(ProviderEffect.StartTasks.class::isInstance)
        .map(effect -> ((ProviderEffect.StartTasks) effect).run())
        .findFirst()
        .orElseThrow();
  }
}
