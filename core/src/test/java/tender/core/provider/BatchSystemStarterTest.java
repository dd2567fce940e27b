package tender.core.provider;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tender.core.message.CallId;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.model.Bag;
import tender.core.model.BagId;
import tender.core.model.Cluster;
import tender.core.model.Job;
import tender.core.model.JobId;
import tender.core.model.Money;
import tender.core.model.Offer;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;
import tender.core.provider.state.EndedRun;
import tender.core.provider.state.JobRun;
import tender.core.provider.state.ProviderEffect;
import tender.core.provider.state.ProviderEvent;
import tender.core.provider.state.QueueDelta;
import tender.core.provider.state.ReservationRecord;
import tender.core.provider.state.ReservedPart;

/** A provider whose batch system starts jobs on its own. */
class BatchSystemStarterTest {
  private static final ProviderId ID = new ProviderId("p");
  private static final CallId CALL = new CallId(new BagId("bag"), 1);
  private static final ReservationId PART = new ReservationId(CALL, 1, ID);

  private final Provider provider =
      new Provider(
          ID,
          Cluster.of(4),
          new ProviderTerms(10, 20, 5, ProviderTerms.DisclosureLevel.NOTHING)
              .withPrice(new Money(3_600_000))
              .withTaskStarter(ProviderTerms.TaskStarter.BATCH_SYSTEM));
  private final List<ProviderEffect> effects = new ArrayList<>();

  @Test
  void providerFollowsObservedQueue() {
    commitEightTasks();
    assertThat(effects).noneMatch(ProviderEffect.StartTasks.class::isInstance);
    Job job = job();
    see(seen(List.of(), List.of(), List.of(), List.of(), List.of(run(job, 0, 4, 40))), 41);
    see(
        seen(
            List.of(run(job, 0, 3, 40)),
            List.of(run(job, 3, 4, 40)),
            List.of(),
            List.of(),
            List.of(run(job, 4, 7, 90))),
        91);
    see(
        seen(
            List.of(run(job, 4, 7, 90)),
            List.of(),
            List.of(),
            List.of(),
            List.of(run(job, 7, 8, 140), run(job, 3, 4, 140))),
        141);
    effects.clear();
    see(
        seen(
            List.of(run(job, 7, 8, 140), run(job, 3, 4, 140)),
            List.of(),
            List.of(),
            List.of(),
            List.of()),
        190);
    assertThat(effects)
        .contains(new ProviderEffect.Send(new Message.Results(PART, TaskSet.first(8), 190)));
  }

  /** The batch system would start the parts in order of arrival, and the plan would be wrong. */
  @Test
  void partsWaitInTheOrderOfTheirDeadlines() {
    ReservationId urgent = new ReservationId(new CallId(new BagId("urgent"), 1), 1, ID);
    Job local = Job.rigid(new JobId("local"), 4, 100, 0, 3_000);
    see(seen(List.of(), List.of(), List.of(), List.of(local), List.of()), 0);
    reserve(PART, 2_000);
    effects.clear();
    reserve(urgent, 1_000);
    assertThat(effects)
        .contains(
            new ProviderEffect.ReorderQueue(
                List.of(ReservationTable.jobId(urgent), ReservationTable.jobId(PART))));
  }

  private void reserve(ReservationId part, long deadlineMillis) {
    Bag bag = new Bag(8, 1, 50, 0, deadlineMillis);
    receive(new Message.Call(part.call(), bag), 1);
    receive(new Message.Reserve(part, 8, deadlineMillis), 2);
  }

  @Test
  void shortTasksEndWithoutBeingObserved() {
    commitEightTasks();
    Job job = job();
    effects.clear();
    see(seen(List.of(run(job, 0, 8, 4)), List.of(), List.of(), List.of(), List.of()), 5);
    assertThat(effects)
        .contains(new ProviderEffect.Send(new Message.Results(PART, TaskSet.first(8), 5)));
  }

  @Test
  void finishedTasksFreeProcessorsBeforeResults() {
    commitEightTasks();
    Job job = job();
    see(seen(List.of(), List.of(), List.of(), List.of(), List.of(run(job, 0, 4, 40))), 41);
    effects.clear();
    see(
        new QueueDelta(
            List.of(run(job, 0, 4, 40)),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            List.of(run(job, 4, 8, 90))),
        91);
    assertThat(effects).noneMatch(ProviderEffect.Send.class::isInstance);
    see(seen(List.of(run(job, 0, 8, 0)), List.of(), List.of(), List.of(), List.of()), 150);
    assertThat(effects)
        .contains(new ProviderEffect.Send(new Message.Results(PART, TaskSet.first(8), 150)));
  }

  @Test
  void offersUsePriceOfTerms() {
    call();
    assertThat(offers()).isNotEmpty();
    // One credit per second and processor, rounded up to thousandths.
    assertThat(offers()).allMatch(offer -> offer.pricePerTask().equals(new Money(50)));
  }

  @Test
  void localJobsOccupyProcessors() {
    Job running = Job.rigid(new JobId("1"), 3, 1_000, 0, 1_000);
    Job waiting = Job.rigid(new JobId("2"), 4, 1_000, 0, 1_000);
    see(
        seen(
            List.of(),
            List.of(),
            List.of(),
            List.of(running, waiting),
            List.of(new JobRun(running, TaskSet.first(1), 0))),
        1);
    call();
    // One processor is left, on which they run one after the other.
    assertThat(offers()).noneMatch(offer -> offer.tasks() == 8 && offer.completionMillis() < 400);
    see(
        seen(
            List.of(new JobRun(running, TaskSet.first(1), 0)),
            List.of(),
            List.of(waiting.id()),
            List.of(),
            List.of()),
        20);
    provider.handle(new ProviderEvent.TimerFired(), 40);
    effects.clear();
    effects.addAll(
        provider.handle(
            new ProviderEvent.MessageReceived(
                new Message.Call(new CallId(new BagId("bag"), 2), new Bag(8, 1, 50, 0, 300))),
            50));
    assertThat(offers()).anyMatch(offer -> offer.completionMillis() == 300 && offer.tasks() == 8);
  }

  @Test
  void overdueLocalJobDoesNotBlockOffers() {
    Job held = Job.rigid(new JobId("1"), 2, 1_000, 0, 1_000);
    see(seen(List.of(), List.of(), List.of(), List.of(held), List.of()), 1);
    effects.clear();
    receive(new Message.Call(CALL, new Bag(8, 1, 50, 0, 3_000)), 900);
    assertThat(offers()).isNotEmpty();
  }

  @Test
  void lateBatchSystemIsReplanned() {
    commitEightTasks();
    Job wide = Job.rigid(new JobId("1"), 4, 1_000, 100, 100);
    see(seen(List.of(), List.of(), List.of(), List.of(wide), List.of()), 100);
    Job another = Job.rigid(new JobId("2"), 4, 1_000, 200, 200);
    effects.clear();
    see(seen(List.of(), List.of(), List.of(), List.of(another), List.of()), 200);
    assertThat(effects).anyMatch(ProviderEffect.LocalJobPromised.class::isInstance);
  }

  @Test
  void failedReservationIsRefused() {
    call();
    receive(new Message.Reserve(PART, 8, 300), 2);
    effects.clear();
    effects.addAll(provider.handle(new ProviderEvent.ReservationFailed(PART), 3));
    assertThat(effects)
        .anyMatch(
            effect ->
                effect instanceof ProviderEffect.Send(Message.Refused(var id, var why, var instead))
                    && why == Message.RefusalReason.NO_CAPACITY
                    && !instead.isEmpty());
    effects.clear();
    receive(new Message.Commit(PART, TaskSet.first(8)), 4);
    assertThat(effects)
        .noneMatch(effect -> effect.equals(new ProviderEffect.Send(new Message.Committed(PART))));
  }

  @Test
  void releasedPartIsStopped() {
    commitEightTasks();
    effects.clear();
    receive(new Message.Release(PART), 50);
    assertThat(effects).contains(new ProviderEffect.StopPart(PART));
  }

  private static QueueDelta seen(
      List<JobRun> ended,
      List<JobRun> stopped,
      List<JobId> gone,
      List<Job> submitted,
      List<JobRun> started) {
    List<EndedRun> unpaid = ended.stream().map(EndedRun::unpaid).toList();
    return new QueueDelta(List.of(), unpaid, stopped, gone, submitted, started);
  }

  private void commitEightTasks() {
    call();
    receive(new Message.Reserve(PART, 8, 300), 2);
    receive(new Message.Commit(PART, TaskSet.first(8)), 3);
  }

  private void call() {
    receive(new Message.Call(CALL, new Bag(8, 1, 50, 0, 300)), 1);
  }

  private void receive(Message.ToProvider message, long nowMillis) {
    effects.addAll(provider.handle(new ProviderEvent.MessageReceived(message), nowMillis));
  }

  private void see(QueueDelta delta, long nowMillis) {
    effects.addAll(provider.handle(new ProviderEvent.QueueChanged(delta), nowMillis));
  }

  private List<Offer> offers() {
    return effects.stream()
        .flatMap(
            effect ->
                effect instanceof ProviderEffect.Send(Message.Offers offers)
                    ? offers.offers().stream()
                    : Stream.of())
        .toList();
  }

  private Job job() {
    return effects.stream()
        .flatMap(
            effect ->
                effect instanceof ProviderEffect.StoreReservation(ReservationRecord reservation)
                    ? reservation.part().stream()
                    : Stream.of())
        .map(ReservedPart::job)
        .reduce((first, second) -> second)
        .orElseThrow();
  }

  private static JobRun run(Job job, int from, int until, long startedMillis) {
    return new JobRun(job, TaskSet.range(from, until), startedMillis);
  }
}
