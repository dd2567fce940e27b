package tender.experiments.day;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tender.core.model.Offer;
import tender.core.offer.GapOfferGenerator;
import tender.core.offer.OfferSteps;
import tender.core.plan.PlanningGranularity;

/** The providers of the simulated day make the offers of a real provider. */
final class DayProviderTest {
  private static final int PROVIDERS = 20;
  private static final int BAGS = 2_000;

  @Test
  void offersAreThoseOfTheOfferGenerator() {
    List<DayProvider> providers = DayWorkload.providers(PROVIDERS, 1);
    int offersOfSeveralSizes = 0;
    for (int number = 0; number < BAGS; number++) {
      DayBag bag = DayWorkload.bag(number, BAGS, 1);
      DayProvider provider = providers.get(number % PROVIDERS);
      List<Offer> offers = provider.reply(bag, bag.submittedMillis()).offers();
      GapOfferGenerator generator =
          new GapOfferGenerator(
              provider.id(),
              provider.cluster(),
              PlanningGranularity.TASK,
              provider.free().copy(),
              OfferSteps.FIVE);

      List<Offer> free = new ArrayList<>();
      offers.forEach(
          offer -> free.add(Offer.free(offer.provider(), offer.tasks(), offer.completionMillis())));
      assertThat(free).isEqualTo(generator.generate(bag.bag(), bag.submittedMillis()).offers());
      offersOfSeveralSizes += offers.size() > 1 ? 1 : 0;
      if (!offers.isEmpty()) {
        Offer last = offers.getLast();
        long promisedMillis = last.completionMillis();
        assertThat(provider.endMillis(bag.bag(), last.tasks(), bag.submittedMillis()))
            .isEqualTo(provider.reserve(bag.bag(), last.tasks(), bag.submittedMillis()))
            .isLessThanOrEqualTo(promisedMillis);
      }
    }
    assertThat(offersOfSeveralSizes).as("providers are loaded").isGreaterThan(100);
  }
}
