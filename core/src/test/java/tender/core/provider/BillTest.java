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
import tender.core.model.Money;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;
import tender.core.model.Time;
import tender.core.provider.state.EndedRun;
import tender.core.provider.state.JobRun;
import tender.core.provider.state.ProviderEffect;
import tender.core.provider.state.ProviderEvent;
import tender.core.provider.state.QueueDelta;

/** What a provider charges for used processor time. */
final class BillTest {
  private static final ProviderId ID = new ProviderId("p");
  private static final CallId CALL = new CallId(new BagId("b"), 1);
  private static final ReservationId PART = new ReservationId(CALL, 1, ID);
  private static final TaskSet BOTH = TaskSet.first(2);

  /** A thousandth of a credit per processor millisecond, so that bills are easy to read. */
  private static final ProviderTerms TERMS =
      new ProviderTerms(10, 20, 5, ProviderTerms.DisclosureLevel.NOTHING)
          .withPrice(new Money(Time.HOUR_MILLIS));

  private final FakeAgent agent = new FakeAgent(ID, Cluster.of(4), TERMS);

  @Test
  void billCoversUsedTimeNotEstimate() {
    JobRun run = commitTwoTasksOfWidthTwo();
    assertThat(agent.end(first(run), 70)).isEmpty();
    assertThat(agent.send(new Message.Inquire(PART), 71))
        .containsExactly(new Message.Results(PART, TaskSet.first(1), 70, new Money(2 * 60)));
    assertThat(agent.end(second(run), 90))
        .containsExactly(new Message.Results(PART, BOTH, 90, new Money(2 * 60 + 2 * 80)));
  }

  @Test
  void interruptedTasksAreNotBilled() {
    JobRun run = commitTwoTasksOfWidthTwo();
    agent.stop(run, 60);
    JobRun again = agent.takeStarted().getFirst();
    assertThat(again.startedMillis()).isEqualTo(60);
    assertThat(agent.end(again, 100))
        .containsExactly(new Message.Results(PART, BOTH, 100, new Money(2 * 2 * 40)));
  }

  @Test
  void billSurvivesRestart() {
    JobRun run = commitTwoTasksOfWidthTwo();
    agent.end(first(run), 70);
    assertThat(agent.restart(80))
        .containsExactly(new Message.Results(PART, TaskSet.first(1), 70, new Money(2 * 60)));
    assertThat(agent.end(second(run), 90))
        .containsExactly(new Message.Results(PART, BOTH, 90, new Money(2 * 60 + 2 * 80)));
  }

  @Test
  void releasedPartIsBilledForTimeUntilRelease() {
    Provider provider = committedAtBatchSystem();
    provider.handle(new ProviderEvent.UsageMeasured(PART, 70), 80);
    Message.Results bill = new Message.Results(PART, TaskSet.empty(), 90, new Money(2 * 70));
    Message.Refused gone =
        new Message.Refused(PART, Message.RefusalReason.LEASE_EXPIRED, List.of());
    assertThat(sent(provider, new Message.Release(PART), 90)).containsExactly(bill, gone);
    assertThat(sent(provider, new Message.Release(PART), 95)).isEmpty();
    assertThat(sent(provider, new Message.Inquire(PART), 99)).containsExactly(bill, gone);
  }

  @Test
  void partThatOwnerDropsHasNoFinalBill() {
    Provider provider = committedAtBatchSystem();
    provider.handle(new ProviderEvent.UsageMeasured(PART, 70), 80);
    provider.handle(new ProviderEvent.PartDropped(PART), 90);
    assertThat(sent(provider, new Message.Inquire(PART), 99))
        .containsExactly(new Message.Refused(PART, Message.RefusalReason.LEASE_EXPIRED, List.of()));
  }

  /** After a restore the market may use the id again, for other tasks. */
  @Test
  void forgottenReservationIsStoppedAndItsIdCanBeUsedAgain() {
    Provider provider = committedAtBatchSystem();
    List<ProviderEffect> effects =
        provider.handle(new ProviderEvent.ReservationForgotten(PART), 20);
    assertThat(effects)
        .contains(
            new ProviderEffect.StopPart(PART), new ProviderEffect.DeleteReservations(List.of(PART)))
        .noneMatch(ProviderEffect.StoreReservation.class::isInstance);
    sent(provider, new Message.Call(CALL, new Bag(1, 2, 100, 0, 1_000)), 25);
    assertThat(sent(provider, new Message.Reserve(PART, 1, 1_000), 26))
        .singleElement()
        .isInstanceOf(Message.Reserved.class);
  }

  @Test
  void largestMeasurementCountsAndReportsOfTasksCannotReduceIt() {
    Provider provider = committedAtBatchSystem();
    for (long ranMillis : List.of(70L, 50L, -5L, 70L)) {
      provider.handle(new ProviderEvent.UsageMeasured(PART, ranMillis), 80);
    }
    assertThat(sent(provider, new Message.Inquire(PART), 90))
        .extracting(message -> ((Message.Results) message).bill())
        .containsExactly(new Money(2 * 70));
  }

  private static Provider committedAtBatchSystem() {
    Provider provider =
        new Provider(
            ID, Cluster.of(4), TERMS.withTaskStarter(ProviderTerms.TaskStarter.BATCH_SYSTEM));
    sent(provider, new Message.Call(CALL, new Bag(2, 2, 100, 0, 1_000)), 0);
    sent(provider, new Message.Reserve(PART, 2, 1_000), 5);
    sent(provider, new Message.Commit(PART, BOTH), 10);
    return provider;
  }

  private static List<Message> sent(Provider provider, Message.ToProvider message, long nowMillis) {
    return provider.handle(new ProviderEvent.MessageReceived(message), nowMillis).stream()
        .filter(ProviderEffect.Send.class::isInstance)
        .<Message>map(effect -> ((ProviderEffect.Send) effect).message())
        .toList();
  }

  @Test
  void billUsesObservedRunTimes() {
    Provider provider =
        new Provider(
            ID, Cluster.of(4), TERMS.withTaskStarter(ProviderTerms.TaskStarter.BATCH_SYSTEM));
    provider.handle(
        new ProviderEvent.MessageReceived(new Message.Call(CALL, new Bag(2, 2, 100, 0, 1_000))), 0);
    provider.handle(new ProviderEvent.MessageReceived(new Message.Reserve(PART, 2, 1_000)), 5);
    provider.handle(new ProviderEvent.MessageReceived(new Message.Commit(PART, BOTH)), 10);
    Job job = new Job(ReservationTable.jobId(PART), 2, 2, 100, 10, 1_000);
    JobRun run = new JobRun(job, BOTH, Time.LIMIT_MILLIS);
    QueueDelta delta =
        new QueueDelta(
            List.of(), List.of(new EndedRun(run, 33)), List.of(), List.of(), List.of(), List.of());
    assertThat(provider.handle(new ProviderEvent.QueueChanged(delta), 500))
        .contains(new ProviderEffect.Send(new Message.Results(PART, BOTH, 500, new Money(2 * 33))));
  }

  private JobRun commitTwoTasksOfWidthTwo() {
    agent.send(new Message.Call(CALL, new Bag(2, 2, 100, 0, 1_000)), 0);
    agent.send(new Message.Reserve(PART, 2, 1_000), 5);
    agent.send(new Message.Commit(PART, BOTH), 10);
    return agent.takeStarted().getFirst();
  }

  private static JobRun first(JobRun run) {
    return new JobRun(run.job(), TaskSet.first(1), run.startedMillis());
  }

  private static JobRun second(JobRun run) {
    return new JobRun(run.job(), TaskSet.range(1, 2), run.startedMillis());
  }
}
