package tender.core.compose;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import tender.core.model.Disclosure;
import tender.core.model.Money;
import tender.core.model.Offer;
import tender.core.model.ProviderId;
import tender.core.model.Time;

final class EarliestCompletionTest {
  private static final ProviderId P1 = new ProviderId("p1");
  private static final ProviderId P2 = new ProviderId("p2");
  private static final ProviderId P3 = new ProviderId("p3");

  @Test
  void composesTable1OfPaper() {
    Replies replies =
        new Replies(
            512,
            40,
            List.of(
                Reply.of(P1, List.of(Offer.free(P1, 256, 40), Offer.free(P1, 512, 100))),
                Reply.of(P2, List.of(Offer.free(P2, 128, 40), Offer.free(P2, 512, 200))),
                Reply.of(P3, List.of(Offer.free(P3, 64, 40), Offer.free(P3, 512, 200)))));
    Composition composition = new EarliestCompletion().compose(replies);

    assertThat(composition.parts())
        .containsExactly(
            new Part(P2, 128, 40, Money.ZERO),
            new Part(P3, 64, 40, Money.ZERO),
            new Part(P1, 320, 100, Money.ZERO));
    assertThat(composition.completionMillis()).isEqualTo(100);
    assertThat(composition.meetsDeadline()).isFalse();
    assertThat(composition.unusedOffers())
        .containsExactly(
            new UnusedOffer(Offer.free(P1, 256, 40), UnusedOffer.Reason.OTHER_OFFER_USED),
            new UnusedOffer(Offer.free(P2, 512, 200), UnusedOffer.Reason.ENDS_TOO_LATE),
            new UnusedOffer(Offer.free(P3, 512, 200), UnusedOffer.Reason.ENDS_TOO_LATE));
  }

  @Test
  void firmOffersComeFirstIfTheyCostNoMore() {
    Disclosure firm = Disclosure.NOTHING.withFirm(true);
    Replies replies =
        new Replies(
            8,
            5,
            List.of(
                Reply.of(P1, List.of(new Offer(P1, 8, 1_000, new Money(10)))),
                new Reply(P2, List.of(new Offer(P2, 8, 1_400, new Money(10))), firm),
                new Reply(P3, List.of(new Offer(P3, 8, 1_400, new Money(20))), firm)));
    Composition composition = new EarliestCompletion(500).compose(replies);
    assertThat(composition.parts())
        .containsExactly(new Part(P2, 8, 1_400, new Money(80), true, Money.ZERO));
    assertThat(composition.unusedOffers())
        .extracting(UnusedOffer::reason)
        .containsExactly(UnusedOffer.Reason.NOT_FIRM, UnusedOffer.Reason.MORE_EXPENSIVE);
  }

  @Test
  void oneUnusedOfferExplainsEachReason() {
    Replies replies =
        new Replies(
            4,
            10,
            List.of(
                Reply.of(
                    P1, List.of(Offer.free(P1, 1, 2), Offer.free(P1, 2, 3), Offer.free(P1, 4, 5))),
                Reply.of(
                    P2,
                    List.of(Offer.free(P2, 1, 20), Offer.free(P2, 2, 30), Offer.free(P2, 4, 40)))));
    assertThat(new EarliestCompletion().compose(replies).withExemplaryUnusedOffers().unusedOffers())
        .containsExactly(
            new UnusedOffer(Offer.free(P1, 2, 3), UnusedOffer.Reason.OTHER_OFFER_USED),
            new UnusedOffer(Offer.free(P2, 1, 20), UnusedOffer.Reason.ENDS_TOO_LATE));
  }

  @Test
  void completionIsMinimal() {
    int complete = 0;
    for (long seed = 0; seed < 10_000; seed++) {
      Replies replies = RandomReplies.draw(new SplittableRandom(seed));
      Composition composition = new EarliestCompletion().compose(replies);
      long best = bestOfAllChoices(replies, 0, replies.tasks(), Long.MIN_VALUE);

      assertThat(composition.completionMillis()).as("seed " + seed).isEqualTo(best);
      complete += best == Time.NEVER ? 0 : 1;
    }
    assertThat(complete).as("instances in which the bag is covered").isGreaterThan(5_000);
  }

  @Test
  void withinTheResolutionTheCheapestIsUsedFirstAndEqualsShare() {
    Replies replies =
        new Replies(
            8,
            5,
            List.of(
                Reply.of(P1, List.of(new Offer(P1, 8, 1_000, new Money(20)))),
                Reply.of(P2, List.of(new Offer(P2, 4, 1_400, new Money(10)))),
                Reply.of(P3, List.of(new Offer(P3, 8, 1_900, new Money(10))))));
    Composition composition = new EarliestCompletion(1_000).compose(replies);
    assertThat(composition.parts())
        .containsExactly(
            new Part(P2, 3, 1_400, new Money(30)), new Part(P3, 5, 1_900, new Money(50)));
    assertThat(composition.unusedOffers())
        .containsExactly(
            new UnusedOffer(
                new Offer(P1, 8, 1_000, new Money(20)), UnusedOffer.Reason.MORE_EXPENSIVE));
    assertThat(new EarliestCompletion().compose(replies).parts())
        .containsExactly(new Part(P1, 8, 1_000, new Money(160)));
  }

  /** Three idle clusters are tied; one that ends later is not needed. */
  @Test
  void offersThatEndTogetherShareInProportionToTheirSizes() {
    ProviderId p4 = new ProviderId("p4");
    Replies replies =
        new Replies(
            8,
            5,
            List.of(
                Reply.of(P1, List.of(Offer.free(P1, 8, 100))),
                Reply.of(P2, List.of(Offer.free(P2, 4, 100), Offer.free(P2, 8, 300))),
                Reply.of(P3, List.of(Offer.free(P3, 4, 100))),
                Reply.of(p4, List.of(Offer.free(p4, 8, 101)))));

    assertThat(EarliestCompletion.sharingTies().compose(replies).parts())
        .containsExactly(
            new Part(P1, 4, 100, Money.ZERO),
            new Part(P2, 2, 100, Money.ZERO),
            new Part(P3, 2, 100, Money.ZERO));
    assertThat(new EarliestCompletion().compose(replies).parts())
        .containsExactly(new Part(P1, 8, 100, Money.ZERO));
  }

  /** The fast clusters end first and are used completely; the slow ones share the rest. */
  @Test
  void earlierOffersAreUsedBeforeTiedOnes() {
    Replies replies =
        new Replies(
            10,
            5,
            List.of(
                Reply.of(P1, List.of(Offer.free(P1, 10, 150))),
                Reply.of(P2, List.of(Offer.free(P2, 4, 100))),
                Reply.of(P3, List.of(Offer.free(P3, 10, 150)))));

    assertThat(EarliestCompletion.sharingTies().compose(replies).parts())
        .containsExactly(
            new Part(P2, 4, 100, Money.ZERO),
            new Part(P1, 3, 150, Money.ZERO),
            new Part(P3, 3, 150, Money.ZERO));
  }

  @Test
  void sharingTiesDelaysNoBag() {
    for (long seed = 0; seed < 10_000; seed++) {
      Replies replies = RandomReplies.draw(new SplittableRandom(seed));
      Composition shared = EarliestCompletion.sharingTies().compose(replies);
      Composition first = new EarliestCompletion().compose(replies);

      assertThat(shared.unplacedTasks()).as("seed " + seed).isEqualTo(first.unplacedTasks());
      assertThat(shared.completionMillis()).as("seed " + seed).isEqualTo(first.completionMillis());
    }
  }

  @Test
  void tiedOffersDoNotMissDeadlineThatCanBeMet() {
    Replies replies =
        new Replies(
            8,
            1_200,
            List.of(
                Reply.of(P1, List.of(new Offer(P1, 8, 1_000, new Money(20)))),
                Reply.of(P2, List.of(new Offer(P2, 8, 1_400, new Money(10))))));
    assertThat(new EarliestCompletion(1_000).compose(replies).meetsDeadline()).isTrue();
  }

  @Test
  void tasksWithoutOfferStayUnplaced() {
    Replies replies = new Replies(10, 5, List.of(Reply.of(P1, List.of(Offer.free(P1, 4, 9)))));
    Composition composition = new EarliestCompletion().compose(replies);

    assertThat(composition.unplacedTasks()).isEqualTo(6);
    assertThat(composition.completionMillis()).isEqualTo(Time.NEVER);
    assertThat(composition.meetsDeadline()).isFalse();
    assertThat(composition.parts()).containsExactly(new Part(P1, 4, 9, Money.ZERO));
  }

  @Test
  void cheaperOfEqualOffersIsUsed() {
    Replies replies =
        new Replies(
            4,
            5,
            List.of(
                Reply.of(P1, List.of(new Offer(P1, 4, 3, new Money(20)))),
                Reply.of(P2, List.of(new Offer(P2, 4, 3, new Money(10))))));
    Composition composition = new EarliestCompletion().compose(replies);

    assertThat(composition.parts()).containsExactly(new Part(P2, 4, 3, new Money(40)));
    assertThat(composition.price()).isEqualTo(new Money(40));
    assertThat(composition.unusedOffers().getFirst().reason())
        .isEqualTo(UnusedOffer.Reason.NOT_NEEDED);
  }

  /** The earliest completion over every choice of at most one offer of each provider. */
  private static long bestOfAllChoices(Replies replies, int reply, int left, long latestMillis) {
    if (left <= 0) {
      return latestMillis;
    }
    if (reply == replies.replies().size()) {
      return Time.NEVER;
    }
    long best = bestOfAllChoices(replies, reply + 1, left, latestMillis);
    for (Offer offer : replies.replies().get(reply).offers()) {
      best =
          Math.min(
              best,
              bestOfAllChoices(
                  replies,
                  reply + 1,
                  left - offer.tasks(),
                  Math.max(latestMillis, offer.completionMillis())));
    }
    return best;
  }
}
