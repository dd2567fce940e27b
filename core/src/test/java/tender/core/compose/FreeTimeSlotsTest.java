package tender.core.compose;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import tender.core.model.Disclosure;
import tender.core.model.FreeSlot;
import tender.core.model.Money;
import tender.core.model.Offer;
import tender.core.model.ProviderId;
import tender.core.model.Time;

final class FreeTimeSlotsTest {
  private static final ProviderId NEAR = new ProviderId("near");
  private static final ProviderId FAR = new ProviderId("far");

  @Test
  void earliestSlotsAreFilledFirst() {
    Replies replies =
        new Replies(
            10,
            100,
            List.of(
                publishing(NEAR, 10, new FreeSlot(0, 25, 2), new FreeSlot(60, Time.NEVER, 8)),
                publishing(FAR, 10, new FreeSlot(30, Time.NEVER, 3))));
    Composition composition = new FreeTimeSlots().compose(replies);

    // near: 2 by 10, 2 by 20; far: 3 by 40, 3 by 50; nothing has to wait until 60.
    assertThat(composition.parts())
        .containsExactly(new Part(NEAR, 4, 20, Money.ZERO), new Part(FAR, 6, 50, Money.ZERO));
    assertThat(composition.meetsDeadline()).isTrue();
  }

  @Test
  void overlappingSlotsAddUpForTask() {
    Replies replies =
        new Replies(
            1, 100, List.of(publishing(NEAR, 10, new FreeSlot(0, 5, 1), new FreeSlot(5, 10, 1))));

    assertThat(new FreeTimeSlots().compose(replies).completionMillis()).isEqualTo(10);
  }

  @Test
  void tasksWithoutSlotStayUnplacedAndOffersAreIgnored() {
    Reply offering = Reply.of(FAR, List.of(Offer.free(FAR, 10, 50)));
    Replies replies =
        new Replies(10, 100, List.of(publishing(NEAR, 10, new FreeSlot(0, 15, 4)), offering));
    Composition composition = new FreeTimeSlots().compose(replies);

    assertThat(composition.unplacedTasks()).isEqualTo(6);
    assertThat(composition.unusedOffers())
        .extracting(UnusedOffer::reason)
        .containsExactly(UnusedOffer.Reason.POLICY_USES_SLOTS);
  }

  private static Reply publishing(ProviderId provider, long taskMillis, FreeSlot... slots) {
    return new Reply(
        provider,
        List.of(),
        new Disclosure(
            OptionalLong.empty(),
            OptionalLong.empty(),
            Optional.of(new Disclosure.Slots(1, taskMillis, List.of(slots)))));
  }
}
