package tender.cli.bagfile;

import java.math.BigDecimal;
import java.util.Optional;
import tender.cli.input.FieldLocation;
import tender.cli.input.FieldValue;
import tender.bagfile.TaskList;

/** Reads how a bag gets its place, where it is not only offered to the providers. */
final class MechanismReader {
  private static final String AUCTION = "auction";
  private static final String SHARE = "share";

  private final BagFile file;
  private final FieldValue mechanism;
  private final FieldValue valuation;
  private final FieldValue bid;

  MechanismReader(BagFile file, FieldLocation top) {
    this.file = file;
    mechanism = top.value("mechanism", file.mechanism());
    valuation = top.value("valuation", file.valuation());
    bid = top.value("bid_per_minute", file.bid_per_minute());
    if (mechanism.isGiven() && !is(AUCTION) && !is(SHARE)) {
      throw mechanism.mismatch(
          "auction or share", "Leave it out to have the bag offered to the providers.");
    }
  }

  private boolean is(String name) {
    return name.equals(file.mechanism());
  }

  /** Of a bag that bids in the auction, which must be one rigid job. */
  Optional<BigDecimal> valuation(TaskList tasks) {
    if (!is(AUCTION)) {
      if (valuation.isGiven()) {
        throw valuation
            .place()
            .error(
                "is given, but the bag does not bid.",
                "Add \"mechanism: auction\", or leave it out.");
      }
      return Optional.empty();
    }
    if (tasks.tasks() != 1) {
      throw mechanism
          .place()
          .error(
              "is auction, but the bag has " + tasks.tasks() + " tasks, and must have one to bid.",
              "Write a file for each task with \"tasks: 1\", or leave the mechanism out.");
    }
    if (!valuation.isGiven()) {
      throw valuation.mismatch(
          "what the bag is worth to you, in credits", "Write such as \"valuation: 120\".");
    }
    return BagFileReader.credits(valuation);
  }

  /** Of a bag that bids where time is shared; whether it has a budget is known only later. */
  Optional<BagDraft.ShareBid> share() {
    if (!is(SHARE)) {
      if (bid.isGiven()) {
        throw bid.place()
            .error(
                "is given, but the bag does not bid where time is shared.",
                "Add \"mechanism: share\" and a budget, or leave it out.");
      }
      return Optional.empty();
    }
    return Optional.of(new BagDraft.ShareBid(BagFileReader.credits(bid)));
  }
}
