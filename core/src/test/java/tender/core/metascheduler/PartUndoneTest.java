package tender.core.metascheduler;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import tender.core.compose.EarliestCompletion;
import tender.core.message.CallId;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.metascheduler.state.AcceptancePolicy;
import tender.core.metascheduler.state.BagEffect;
import tender.core.metascheduler.state.BagEvent;
import tender.core.metascheduler.state.BagState;
import tender.core.metascheduler.state.BagTransition;
import tender.core.metascheduler.state.Breach;
import tender.core.model.Bag;
import tender.core.model.BagId;
import tender.core.model.Disclosure;
import tender.core.model.Money;
import tender.core.model.Offer;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;

/** A part whose end is unknown to a database that was restored to an earlier time. */
final class PartUndoneTest {
  private static final ProviderId PROVIDER = new ProviderId("p");
  private static final CallId CALL = new CallId(new BagId("b"), 1);
  private static final ReservationId PART = new ReservationId(CALL, 1, PROVIDER);

  private final Metascheduler metascheduler =
      new Metascheduler(
          List.of(PROVIDER), new EarliestCompletion(), TimeoutConfig.answersOnly(100), 100, 0);
  private BagTransition last =
      metascheduler.submit(
          new BagId("b"), new Bag(3, 1, 40, 0, 500), AcceptancePolicy.acceptAny(500), 0);

  @Test
  void runningPartIsPlacedAgainAndItsProviderIsNotBlamed() {
    commit();
    receive(new Message.Committed(PART));
    receive(new Message.Results(PART, TaskSet.first(1), 20, new Money(1)));
    handle(new BagEvent.PartUndone(PART));
    assertThat(last.effects())
        .contains(new BagEffect.PartLost(PART, Breach.Cause.DATABASE_RESTORED, TaskSet.range(1, 3)))
        .noneMatch(BagEffect.TransferMoney.class::isInstance);
    assertThat(open().distrustedProviders()).isEmpty();
    assertThat(open().placement().orElseThrow().tasks()).isEqualTo(TaskSet.range(1, 3));
  }

  @Test
  void repetitionHasNoEffect() {
    commit();
    receive(new Message.Committed(PART));
    handle(new BagEvent.PartUndone(PART));
    BagState before = last.state();
    handle(new BagEvent.PartUndone(PART));
    assertThat(last.state()).isEqualTo(before);
  }

  /** The commit is repeated, and the provider, which has forgotten the part, refuses it. */
  @Test
  void partThatIsBeingCommittedIsLeftToTheCommit() {
    commit();
    BagState before = last.state();
    handle(new BagEvent.PartUndone(PART));
    assertThat(last.state()).isEqualTo(before);
  }

  private BagState.Open open() {
    return (BagState.Open) last.state();
  }

  private void commit() {
    Offer offer = new Offer(PROVIDER, 3, 300, new Money(10));
    receive(new Message.Offers(CALL, PROVIDER, 0, List.of(offer), Disclosure.NOTHING, 1, 90));
    receive(new Message.Reserved(PART, 99));
  }

  private void receive(Message.ToMetascheduler message) {
    handle(new BagEvent.MessageReceived(message));
  }

  private void handle(BagEvent event) {
    last = metascheduler.handle(last.state(), event, 10);
  }
}
