package tender.cli.inspect;

import tender.cli.output.TimeFormat;
import tender.cli.client.OffersResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tender.cli.input.Printable;

/** What happened to a bag, in sentences. */
final class BagHistoryText {
  private static final List<String> BAD = List.of("lost", "breached", "not-promised");

  private BagHistoryText() {}

  /** Whether something went wrong. */
  static boolean isBad(OffersResponse.HistoryEvent happening) {
    return BAD.contains(happening.what());
  }

  static String sentence(OffersResponse.HistoryEvent happening) {
    String who = Printable.of(String.join(", ", happening.providers()));
    return switch (happening.what()) {
      case "bids" -> "Bids in the auction.";
      case "matched" -> "Matched with " + who + " in the auction.";
      case "bids-again" -> "Bids again, for " + who + " " + why(happening) + ".";
      case "called" ->
          who.isEmpty()
              ? "Found nobody to ask for offers: no provider is connected."
              : "Asked " + who + " for offers.";
      case "asked" -> "Asked you whether " + at(happening.by()) + " will do.";
      case "promised" -> "Promised by " + at(happening.by()) + ".";
      case "refused" -> who + " did not hold what it had offered: " + why(happening) + ".";
      case "placed" -> who + " was given its part, to be done by " + at(happening.by()) + ".";
      case "delivered" -> who + " has done its part, the last task at " + at(happening.by()) + ".";
      case "moved" -> who + moved(happening.from(), happening.by());
      case "bid" -> "Bids " + why(happening) + " credits a minute for its part at " + who + ".";
      case "lost" -> who + " is no longer counted on: " + why(happening) + ".";
      case "done" -> "Done, the last task at " + at(happening.by()) + ".";
      case "breached" -> "The promise was broken through " + who + ": " + why(happening) + ".";
      case "not-promised" -> "Nothing was promised: " + why(happening) + ".";
      case "stopped" -> "Stopped, as was wished.";
      default -> Printable.of(happening.what()) + " " + who;
    };
  }

  private static String moved(@Nullable Instant from, @Nullable Instant by) {
    String now = " now expects to end its part at " + at(by);
    if (from == null || by == null) {
      return now + ".";
    }
    Duration later = Duration.between(from, by);
    return later.isNegative()
        ? now + ", " + TimeFormat.duration(later.negated()) + " earlier."
        : now + ", " + TimeFormat.duration(later) + " later.";
  }

  private static String at(@Nullable Instant instant) {
    return instant == null ? "an unknown time" : TimeFormat.local(instant);
  }

  private static String why(OffersResponse.HistoryEvent happening) {
    String reason = happening.why() == null ? "" : happening.why();
    return switch (reason) {
      case "not-on-offer" -> "the offer had expired";
      case "no-room-any-more" -> "its queue had changed";
      case "lease-ended" -> "it had held it for too long";
      case "nothing-offered" -> "offered nothing";
      case "too-late-or-too-dear" -> "offered too late an end, or more than the bag is worth";
      case "not-held" -> "did not hold what it had offered";
      case "not-matched-in-time" -> "nobody in the auction could still meet the deadline";
      case "not-enough-offered" -> "all offers together do not cover the bag";
      case "too-often-refused" -> "what was offered was refused again and again";
      case "not-covered" -> "your account does not bear what it would cost (see tender account)";
      default -> Printable.of(reason.replace('-', ' '));
    };
  }
}
