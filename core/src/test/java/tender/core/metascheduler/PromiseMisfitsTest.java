package tender.core.metascheduler;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tender.core.compose.CompositionPolicies;
import tender.core.message.CallId;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.metascheduler.state.AcceptancePolicy;
import tender.core.metascheduler.state.BagEffect;
import tender.core.metascheduler.state.BagEvent;
import tender.core.metascheduler.state.BagTransition;
import tender.core.metascheduler.state.ProviderMisfit;
import tender.core.model.Bag;
import tender.core.model.BagId;
import tender.core.model.Disclosure;
import tender.core.model.Offer;
import tender.core.model.ProviderId;
import tender.core.resource.Misfit;

/** The user of a promised bag can see which providers could not run it, and why. */
class PromiseMisfitsTest {
  private static final ProviderId SUITABLE = new ProviderId("north");
  private static final ProviderId UNSUITABLE = new ProviderId("south");
  private static final CallId CALL = new CallId(new BagId("b"), 1);
  private static final Misfit MISFIT = new Misfit.MissingDataset("genomes");

  @Test
  void promiseNamesTheProvidersThatCannotRunTheBag() {
    var metascheduler =
        new Metascheduler(
            List.of(SUITABLE, UNSUITABLE),
            Objects.requireNonNull(CompositionPolicies.all().get("earliest")),
            new TimeoutConfig(100, 1_000, 5_000, 1_000, 10_000));
    var part = new ReservationId(CALL, 1, SUITABLE);
    List<Message.ToMetascheduler> received =
        List.of(
            offers(SUITABLE, List.of(Offer.free(SUITABLE, 10, 50)), Disclosure.NOTHING),
            offers(UNSUITABLE, List.of(), Disclosure.NOTHING.withMisfit(Optional.of(MISFIT))),
            new Message.Reserved(part, 99),
            new Message.Committed(part));
    BagTransition last =
        metascheduler.submit(
            CALL.bag(), new Bag(10, 1, 5, 0, 60), AcceptancePolicy.acceptAny(60), 0);
    for (Message.ToMetascheduler message : received) {
      last = metascheduler.handle(last.state(), new BagEvent.MessageReceived(message), 10);
    }
    assertThat(last.effects())
        .filteredOn(BagEffect.PromiseMade.class::isInstance)
        .extracting(effect -> ((BagEffect.PromiseMade) effect).misfits())
        .containsExactly(List.of(new ProviderMisfit(UNSUITABLE, MISFIT)));
  }

  private static Message.Offers offers(
      ProviderId provider, List<Offer> offers, Disclosure disclosure) {
    return new Message.Offers(CALL, provider, 1, offers, disclosure, 1, 1_000);
  }
}
