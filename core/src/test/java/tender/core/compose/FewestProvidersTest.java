package tender.core.compose;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import tender.core.model.Money;
import tender.core.model.Offer;
import tender.core.model.ProviderId;

final class FewestProvidersTest {
  private static final ProviderId SMALL = new ProviderId("small");
  private static final ProviderId LARGE = new ProviderId("large");
  private static final ProviderId MIDDLE = new ProviderId("middle");

  @Test
  void largestOffersAreUsedFirst() {
    Replies replies =
        new Replies(
            100,
            50,
            List.of(
                Reply.of(SMALL, List.of(Offer.free(SMALL, 30, 50))),
                Reply.of(LARGE, List.of(Offer.free(LARGE, 70, 50))),
                Reply.of(MIDDLE, List.of(Offer.free(MIDDLE, 60, 50)))));
    Composition composition = new FewestProviders().compose(replies);

    assertThat(composition.parts())
        .containsExactlyInAnyOrder(
            new Part(LARGE, 70, 50, Money.ZERO), new Part(MIDDLE, 30, 50, Money.ZERO));
    assertThat(composition.unusedOffers())
        .containsExactly(new UnusedOffer(Offer.free(SMALL, 30, 50), UnusedOffer.Reason.NOT_NEEDED));
  }
}
