package tender.core.compose;

import java.util.List;
import tender.core.model.Disclosure;
import tender.core.model.Offer;
import tender.core.model.ProviderId;

/** A provider's reply: its offers, in any order, and what it discloses. */
public record Reply(ProviderId provider, List<Offer> offers, Disclosure disclosure) {
  public Reply {
    offers = List.copyOf(offers);
    for (Offer offer : offers) {
      if (!offer.provider().equals(provider)) {
        throw new IllegalArgumentException(
            "The reply of " + provider + " contains an offer of " + offer.provider() + ".");
      }
    }
  }

  /** A reply that discloses nothing. */
  public static Reply of(ProviderId provider, List<Offer> offers) {
    return new Reply(provider, offers, Disclosure.NOTHING);
  }
}
