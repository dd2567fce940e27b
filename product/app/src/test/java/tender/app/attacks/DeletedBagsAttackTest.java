package tender.app.attacks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tender.core.model.BagId;
import tender.core.model.ProviderId;
import tender.server.model.BagPhase;
import tender.server.model.RemainingData;

/**
 * Attack L5: agent evil, which was called for a bag but has no part of it, asks which bags of
 * others were deleted, and confirms the deletion for agent north, so that north keeps its data.
 */
@Tag("live")
class DeletedBagsAttackTest extends AttackTest {
  private static final ProviderId NORTH = new ProviderId("north");

  @Test
  void deletedBagsOfOthersAreNotNamed() throws Exception {
    try (OfferingAgent north = market.provider("north").awaitConnected();
        OfferingAgent evil = market.provider("evil").offeringNothing().awaitConnected()) {
      AttackMarket.await("both are connected", () -> market.market.connectedAgents() == 2);
      BagId bag = cancelledBag(north);
      assertThat(north.link.deletedBags("")).isEmpty();
      delete(bag);
      AttackMarket.await(
          "north learns of it", () -> north.link.deletedBags("").equals(List.of(bag)));
      assertThat(evil.link.deletedBags("")).isEmpty();
      assertThat(north.link.deletedBags(bag.value())).as("the next page").isEmpty();
    }
  }

  @Test
  void deletionAtAnOfflineProviderCannotBeConfirmedByOthers() throws Exception {
    OfferingAgent north = market.provider("north").awaitConnected();
    BagId bag = cancelledBag(north);
    AttackMarket.await("north has all messages", this::isOutboxEmpty);
    north.close();
    assertThat(delete(bag).providers()).containsExactly(NORTH);
    AttackMarket.await(
        "the market has deleted it", () -> market.database.store().read(bag).isEmpty());
    try (OfferingAgent evil = market.provider("evil").awaitConnected()) {
      evil.link.confirmDeleted(List.of(bag));
    }
    assertThat(delete(bag).providers()).containsExactly(NORTH);

    try (OfferingAgent restarted = new OfferingAgent(north.identity, market.market.agentPort())) {
      restarted.awaitConnected();
      assertThat(restarted.link.deletedBags("")).containsExactly(bag);
      restarted.link.confirmDeleted(List.of(bag));
      restarted.link.confirmDeleted(List.of(bag));
      assertThat(restarted.link.deletedBags("")).isEmpty();
    }
    assertThat(delete(bag)).isEqualTo(new RemainingData(List.of(), Optional.empty(), 0));
  }

  private boolean isOutboxEmpty() {
    return market.database.store().outboxFor(List.of(NORTH), 1).isEmpty();
  }

  private BagId cancelledBag(OfferingAgent north) throws InterruptedException {
    BagId bag = market.submit(AttackMarket.VICTIM, AttackMarket.order());
    north.awaitPart();
    // A commitment that arrives after the cancellation would be answered with another message.
    AttackMarket.await(
        "the bag runs",
        () -> market.market.bagApi().status(AttackMarket.VICTIM, bag).state() == BagPhase.RUNNING);
    market.market.bagApi().cancel(AttackMarket.VICTIM, bag);
    return bag;
  }

  private RemainingData delete(BagId bag) {
    return market.market.bagApi().delete(AttackMarket.VICTIM, bag);
  }
}
