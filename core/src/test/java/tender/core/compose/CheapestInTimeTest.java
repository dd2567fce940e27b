package tender.core.compose;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import tender.core.model.Money;
import tender.core.model.Offer;
import tender.core.model.ProviderId;

final class CheapestInTimeTest {
  private static final ProviderId CHEAP = new ProviderId("cheap");
  private static final ProviderId EXPENSIVE = new ProviderId("expensive");
  private static final ProviderId LATE = new ProviderId("late");
  private static final int MARKETS = 2_000;

  @Test
  void cheapestOffersInTimeAreUsedFirst() {
    Offer late = new Offer(LATE, 100, 60, new Money(1));
    Replies replies =
        new Replies(
            100,
            50,
            List.of(
                Reply.of(EXPENSIVE, List.of(new Offer(EXPENSIVE, 90, 30, new Money(7)))),
                Reply.of(LATE, List.of(late)),
                Reply.of(CHEAP, List.of(new Offer(CHEAP, 60, 50, new Money(5))))));
    Composition composition = new CheapestInTime().compose(replies);

    assertThat(composition.parts())
        .containsExactlyInAnyOrder(
            new Part(CHEAP, 60, 50, new Money(300)), new Part(EXPENSIVE, 40, 30, new Money(280)));
    assertThat(composition.unusedOffers())
        .containsExactly(new UnusedOffer(late, UnusedOffer.Reason.MISSES_DEADLINE));
  }

  @Test
  void lateBagEndsAsEarlyAsPossible() {
    Replies replies =
        new Replies(
            100, 50, List.of(Reply.of(LATE, List.of(new Offer(LATE, 100, 60, Money.ZERO)))));
    assertThat(new CheapestInTime().compose(replies))
        .isEqualTo(new EarliestCompletion().compose(replies));
  }

  @Test
  void costIsMinimal() {
    SplittableRandom random = new SplittableRandom(3);
    for (int market = 0; market < MARKETS; market++) {
      List<Reply> replies = new ArrayList<>();
      int offered = 0;
      for (int number = 0; number < 4; number++) {
        ProviderId provider = new ProviderId(Integer.toString(number));
        int tasks = 1 + random.nextInt(6);
        offered += tasks;
        Offer offer = new Offer(provider, tasks, random.nextInt(50), new Money(random.nextInt(5)));
        replies.add(Reply.of(provider, List.of(offer)));
      }
      int wanted = 1 + random.nextInt(offered);
      Composition composition = new CheapestInTime().compose(new Replies(wanted, 50, replies));

      assertThat(composition.meetsDeadline()).isTrue();
      assertThat(composition.price().millicredits()).isEqualTo(least(replies, 0, wanted));
    }
  }

  /** The lowest cost of this number of tasks at the providers from an index on. */
  private static long least(List<Reply> replies, int from, int wanted) {
    if (wanted == 0) {
      return 0;
    }
    if (from == replies.size()) {
      return Long.MAX_VALUE;
    }
    Offer offer = replies.get(from).offers().getFirst();
    long least = Long.MAX_VALUE;
    for (int tasks = 0; tasks <= Math.min(wanted, offer.tasks()); tasks++) {
      long rest = least(replies, from + 1, wanted - tasks);
      if (rest != Long.MAX_VALUE) {
        least = Math.min(least, rest + tasks * offer.pricePerTask().millicredits());
      }
    }
    return least;
  }
}
