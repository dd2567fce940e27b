package tender.core.metascheduler.placement;

import java.util.Optional;
import tender.core.compose.Composition;
import tender.core.compose.Part;
import tender.core.ledger.PartContract;
import tender.core.model.Money;

/**
 * What a matched bag pays, from its bid and the providers' asks: "the auctioneer decides the amount
 * of payment received by the provider from the user based on the ask and bid values" (Garg et al.,
 * section 4.1). The paper leaves the amount open. Here it is the price, and a share of the
 * difference between the user's valuation and the price; a half is the midpoint of a double
 * auction, and nothing means that users pay what providers ask.
 *
 * @param surplusPermille the share of the difference that goes to the providers
 */
public record AuctionPayment(int surplusPermille) {
  /**
   * Adds a part's share of the surplus to its contract.
   *
   * @param valuation the user's, if the bag was matched in the auction
   */
  public Optional<PartContract> withSurplus(
      Optional<PartContract> contract,
      Optional<Money> valuation,
      Composition composition,
      Part part) {
    if (surplusPermille == 0 || valuation.isEmpty()) {
      return contract;
    }
    double priceOfBag = composition.price().millicredits();
    double difference = valuation.get().millicredits() - priceOfBag;
    double ofPart = difference * surplusPermille / 1_000 * part.price().millicredits() / priceOfBag;
    return contract.map(before -> before.withSurplus(new Money((long) Math.max(0, ofPart))));
  }
}
