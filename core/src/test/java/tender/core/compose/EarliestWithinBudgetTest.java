package tender.core.compose;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import tender.core.model.Money;
import tender.core.model.Offer;
import tender.core.model.ProviderId;
import tender.core.model.Time;

final class EarliestWithinBudgetTest {
  private static final ProviderId CHEAP = new ProviderId("cheap");
  private static final ProviderId EXPENSIVE = new ProviderId("expensive");
  private static final int MARKETS = 2_000;

  private static final Replies TWO =
      new Replies(
          10,
          50,
          List.of(
              Reply.of(
                  CHEAP,
                  List.of(
                      new Offer(CHEAP, 4, 30, new Money(1)),
                      new Offer(CHEAP, 10, 90, new Money(1)))),
              Reply.of(EXPENSIVE, List.of(new Offer(EXPENSIVE, 10, 20, new Money(5))))));

  @Test
  void largerBudgetEndsEarlier() {
    assertThat(completion(50)).isEqualTo(20);
    assertThat(completion(49)).isEqualTo(30);
    assertThat(completion(34)).isEqualTo(30);
    assertThat(completion(33)).isEqualTo(90);
    assertThat(completion(10)).isEqualTo(90);
  }

  private static long completion(long budget) {
    return new EarliestWithinBudget(new Money(budget)).compose(TWO).completionMillis();
  }

  @Test
  void cheapestOfEarliestIsComposed() {
    Composition composition = new EarliestWithinBudget(new Money(49)).compose(TWO);
    assertThat(composition.parts())
        .containsExactlyInAnyOrder(
            new Part(CHEAP, 4, 30, new Money(4)), new Part(EXPENSIVE, 6, 20, new Money(30)));
    assertThat(composition.deadlineMillis()).isEqualTo(50);
    assertThat(composition.unusedOffers())
        .containsExactly(
            new UnusedOffer(
                new Offer(CHEAP, 10, 90, new Money(1)), UnusedOffer.Reason.ENDS_TOO_LATE));
  }

  @Test
  void tooSmallBudgetGetsCheapestComposition() {
    Composition composition = new EarliestWithinBudget(new Money(9)).compose(TWO);
    assertThat(composition.price()).isEqualTo(new Money(10));
    assertThat(composition.completionMillis()).isEqualTo(90);
  }

  @Test
  void tasksWithoutOfferAreNotPlaced() {
    Replies replies = new Replies(11, 50, List.of(TWO.replies().getLast()));
    assertThat(new EarliestWithinBudget(new Money(99)).compose(replies).unplacedTasks())
        .isEqualTo(1);
  }

  @Test
  void completionWithinBudgetIsMinimal() {
    SplittableRandom random = new SplittableRandom(7);
    int within = 0;
    for (int market = 0; market < MARKETS; market++) {
      List<Reply> replies = new ArrayList<>();
      for (int number = 0; number < 3; number++) {
        replies.add(reply(new ProviderId(Integer.toString(number)), random));
      }
      Replies call = new Replies(1 + random.nextInt(12), 20, replies);
      Money budget = new Money(random.nextInt(40));
      Composition composition = new EarliestWithinBudget(budget).compose(call);
      long earliestMillis = earliest(call, 0, call.tasks(), budget.millicredits());

      if (earliestMillis != Time.NEVER) {
        within++;
        assertThat(composition.price()).as("market %d", market).isLessThanOrEqualTo(budget);
        assertThat(composition.completionMillis())
            .as("market %d", market)
            .isEqualTo(earliestMillis);
      } else {
        assertThat(composition.unplacedTasks() > 0 || composition.price().compareTo(budget) > 0)
            .isTrue();
      }
    }
    assertThat(within).as("otherwise the test covers too little").isGreaterThan(MARKETS / 4);
  }

  /** More tasks later, at one price. */
  private static Reply reply(ProviderId provider, SplittableRandom random) {
    Money price = new Money(random.nextInt(5));
    List<Offer> offers = new ArrayList<>();
    int tasks = 0;
    long completionMillis = 0;
    for (int i = 0; i < 3; i++) {
      tasks += 1 + random.nextInt(3);
      completionMillis += 1 + random.nextInt(20);
      offers.add(new Offer(provider, tasks, completionMillis, price));
    }
    return Reply.of(provider, offers);
  }

  /** The earliest end of this number of tasks at the providers from an index on. */
  private static long earliest(Replies call, int from, int wanted, long budget) {
    if (budget < 0) {
      return Time.NEVER;
    }
    if (wanted == 0) {
      return 0;
    }
    if (from == call.replies().size()) {
      return Time.NEVER;
    }
    long best = earliest(call, from + 1, wanted, budget);
    for (Offer offer : call.replies().get(from).offers()) {
      for (int tasks = 1; tasks <= Math.min(wanted, offer.tasks()); tasks++) {
        long cost = tasks * offer.pricePerTask().millicredits();
        long rest = earliest(call, from + 1, wanted - tasks, budget - cost);
        best = Math.min(best, rest == Time.NEVER ? rest : Math.max(rest, offer.completionMillis()));
      }
    }
    return best;
  }
}
