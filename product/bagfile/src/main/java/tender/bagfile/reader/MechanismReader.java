package tender.bagfile.reader;

import java.math.BigDecimal;
import java.util.Optional;
import tender.bagfile.TaskList;
import tender.bagfile.WorkOrder;
import tender.support.input.FieldLocation;
import tender.support.input.FieldValue;

/**
 * Reads the mechanism of a bag and its bids, for the auction, time-shared hosts or neither, and
 * which providers are called first.
 */
final class MechanismReader {
  private static final String AUCTION = "auction";
  private static final String SHARE = "share";
  private static final String LOCAL = "local";
  private static final String GLOBAL = "global";

  private final BagFile file;
  private final FieldValue mechanism;
  private final FieldValue valuation;
  private final FieldValue bid;
  private final FieldValue domain;

  MechanismReader(BagFile file, FieldLocation top) {
    this.file = file;
    mechanism = top.value("mechanism", file.mechanism());
    valuation = top.value("valuation", file.valuation());
    bid = top.value("bid_per_minute", file.bid_per_minute());
    domain = top.value("domain", file.domain());
    if (mechanism.isGiven() && !is(AUCTION) && !is(SHARE)) {
      throw mechanism.mismatch("auction or share", "Leave it out to call for offers.");
    }
  }

  private boolean is(String name) {
    return name.equals(file.mechanism());
  }

  /** The valuation of a bag that bids in the auction. */
  Optional<BigDecimal> valuation(TaskList tasks) {
    if (!is(AUCTION)) {
      if (valuation.isGiven()) {
        throw valuation
            .place()
            .error(
                "is given, but the bag does not bid in the auction.",
                "Add \"mechanism: auction\", or leave it out.");
      }
      return Optional.empty();
    }
    if (tasks.tasks() > WorkOrder.MAX_AUCTION_TASKS) {
      throw mechanism
          .place()
          .error(
              "is auction, but the bag has %d tasks; a bag in the auction may have %d."
                  .formatted(tasks.tasks(), WorkOrder.MAX_AUCTION_TASKS),
              "Divide it into several bags, or leave the mechanism out.");
    }
    if (!valuation.isGiven()) {
      throw valuation.mismatch(
          "what the bag is worth to you, in credits", "Write for example \"valuation: 120\".");
    }
    return BagFileReader.credits(valuation);
  }

  /**
   * The bid of a bag on time-shared hosts. The budget is not checked here, because an option may
   * set it.
   */
  Optional<BagDraft.ShareBid> share() {
    if (!is(SHARE)) {
      if (bid.isGiven()) {
        throw bid.place()
            .error(
                "is given, but the mechanism is not share.",
                "Add \"mechanism: share\" and a budget, or leave it out.");
      }
      return Optional.empty();
    }
    return Optional.of(new BagDraft.ShareBid(BagFileReader.credits(bid)));
  }

  /**
   * Whether the providers of the user's organisations are called first. The deadline is not checked
   * here, because an option may set it.
   */
  boolean isLocalFirst() {
    if (domain.isGiven() && !LOCAL.equals(file.domain()) && !GLOBAL.equals(file.domain())) {
      throw domain.mismatch("local or global", "Leave it out to call all providers.");
    }
    if (LOCAL.equals(file.domain()) && is(AUCTION)) {
      throw domain
          .place()
          .error(
              "is local, which the auction does not support.",
              "Leave it out, or leave the mechanism out.");
    }
    return LOCAL.equals(file.domain());
  }
}
