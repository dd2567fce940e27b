package tender.core.provider;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tender.core.estimate.TransferTime;
import tender.core.message.CallId;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.model.Bag;
import tender.core.model.BagId;
import tender.core.model.Cluster;
import tender.core.model.FreeSlot;
import tender.core.model.Job;
import tender.core.model.Offer;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;
import tender.core.plan.reschedule.ArrivalRescheduling;
import tender.core.promise.Slack;
import tender.core.provider.state.ProviderEffect;
import tender.core.provider.state.ProviderEvent;
import tender.core.provider.state.ReservationRecord;
import tender.core.provider.state.ReservedPart;

/** Offers include the time for inputs and results. */
class TransferOfferTest {
  private static final ProviderId ID = new ProviderId("p");

  /** Tasks can start 30 ms after an offer. */
  private static final ProviderTerms TERMS =
      new ProviderTerms(10, 20, 5, ProviderTerms.DisclosureLevel.NOTHING)
          .withTaskStarter(ProviderTerms.TaskStarter.BATCH_SYSTEM);

  private static final TransferTime TIME = new TransferTime(100, 10);

  private Provider provider = provider(TERMS);

  private static Provider provider(ProviderTerms terms) {
    return new Provider(ID, Cluster.of(4), terms);
  }

  /** Without data the tasks would run from 30 to 130 ms. */
  @Test
  void offersIncludeStagingAndDelivery() {
    assertThat(offers("bag", 0, TransferTime.NONE)).contains(offer(8, 130));
    assertThat(offers("staged", 0, new TransferTime(100, 0))).contains(offer(8, 230));
    // The results of the last 4 tasks take 40 ms.
    assertThat(offers("both", 0, TIME)).contains(offer(8, 270));
  }

  @Test
  void deadlineIsOfferedIfResultsAreDeliveredByIt() {
    assertThat(offers("on-time", 270, TIME)).containsExactly(offer(8, 270));
    assertThat(offers("late", 269, TIME)).containsExactly(offer(4, 269), offer(8, 270));
  }

  @Test
  void firstComeFirstServedOffersIncludeThemToo() {
    provider =
        provider(TERMS.withPlanningPolicy(new PlanningPolicy.Fifo(new ArrivalRescheduling())));
    assertThat(offers("both", 0, TIME)).contains(offer(8, 270));
    assertThat(offers("on-time", 300, TIME)).containsExactly(offer(8, 300));
  }

  @Test
  void slackIsAddedToTheTimeWithData() {
    provider = new Provider(ID, Cluster.of(4), TERMS, Optional.of(Slack.withoutObservations(0.9)));
    long alone = offers("alone", 0, TransferTime.NONE).getLast().completionMillis();
    // The transfer gets the margin for waiting, a quarter.
    assertThat(offers("both", 0, TIME)).last().isEqualTo(offer(8, alone + 140 + 35));
  }

  @Test
  void freeSlotsAreThoseByWhichResultsAreDelivered() {
    provider =
        provider(
            new ProviderTerms(10, 20, 5, ProviderTerms.DisclosureLevel.FREE_SLOTS)
                .withTaskStarter(ProviderTerms.TaskStarter.BATCH_SYSTEM));
    Message.Offers answer = call("bag", 0, TIME);
    FreeSlot slot = answer.disclosure().slots().orElseThrow().slots().getFirst();
    assertThat(slot.fromMillis()).isEqualTo(170);
  }

  @Test
  void reservedPartStartsWithItsInputsAndEndsBeforeItsDelivery() {
    Job held = reserve("bag", TIME).job();
    assertThat(held.submittedMillis()).isEqualTo(2 + 20 + 100);
    assertThat(held.deadlineMillis()).isEqualTo(1_000 - 40);
    Job committed = commit("bag").job();
    assertThat(committed.submittedMillis()).isEqualTo(held.submittedMillis());
    assertThat(committed.deadlineMillis()).isEqualTo(held.deadlineMillis());
  }

  @Test
  void partWithoutDataStartsAtItsCommit() {
    assertThat(reserve("bag", TransferTime.NONE).job().submittedMillis()).isEqualTo(22);
    assertThat(commit("bag").job().submittedMillis()).isEqualTo(3);
  }

  @Test
  void inputsAreStagedAfterThoseOfOtherParts() {
    reserve("first", new TransferTime(500, 0));
    commit("first");
    // The other part's inputs are there at 522 ms; its 8 tasks then run until 622 ms.
    assertThat(offers("second", 0, new TransferTime(100, 0))).contains(offer(4, 672));
    assertThat(offers("without", 0, TransferTime.NONE)).contains(offer(8, 133));
  }

  /** The results of 4 tasks take longer than a task, so 8 tasks deliver 4 of them meanwhile. */
  @Test
  void slowLinkIsBusyWhileTasksRun() {
    TransferTime slow = new TransferTime(0, 30);
    // From 80 ms on, when the first 4 tasks have ended, 8 times 30 ms.
    assertThat(offers("early", 0, slow)).contains(offer(4, 200), offer(8, 320));
    assertThat(offers("by-320", 320, slow)).containsExactly(offer(8, 320));
    assertThat(offers("by-319", 319, slow)).containsExactly(offer(6, 319), offer(8, 320));
  }

  @Test
  void latestExpectationCounts() {
    expect("bag", new TransferTime(100, 0));
    assertThat(offers("bag", 0, TransferTime.NONE)).contains(offer(8, 130));
  }

  private void expect(String bag, TransferTime time) {
    provider.handle(new ProviderEvent.TransferExpected(new BagId(bag), time), 0);
  }

  private List<Offer> offers(String bag, long deadlineMillis, TransferTime time) {
    return call(bag, deadlineMillis, time).offers();
  }

  private Message.Offers call(String bag, long deadlineMillis, TransferTime time) {
    expect(bag, time);
    return provider
        .handle(
            new ProviderEvent.MessageReceived(
                new Message.Call(callId(bag), new Bag(8, 1, 50, 0, deadlineMillis))),
            0)
        .stream()
        .filter(ProviderEffect.Send.class::isInstance)
        .map(sent -> (Message.Offers) ((ProviderEffect.Send) sent).message())
        .findFirst()
        .orElseThrow();
  }

  private ReservedPart reserve(String bag, TransferTime time) {
    assertThat(offers(bag, 1_000, time)).containsExactly(offer(8, 1_000));
    return part(new Message.Reserve(id(bag), 8, 1_000), 2);
  }

  private ReservedPart commit(String bag) {
    return part(new Message.Commit(id(bag), TaskSet.first(8)), 3);
  }

  private ReservedPart part(Message.ToProvider message, long nowMillis) {
    return provider.handle(new ProviderEvent.MessageReceived(message), nowMillis).stream()
        .filter(ProviderEffect.StoreReservation.class::isInstance)
        .map(stored -> ((ProviderEffect.StoreReservation) stored).reservation())
        .map(ReservationRecord::part)
        .findFirst()
        .orElseThrow()
        .orElseThrow();
  }

  private static CallId callId(String bag) {
    return new CallId(new BagId(bag), 1);
  }

  private static ReservationId id(String bag) {
    return new ReservationId(callId(bag), 1, ID);
  }

  private static Offer offer(int tasks, long completionMillis) {
    return Offer.free(ID, tasks, completionMillis);
  }
}
