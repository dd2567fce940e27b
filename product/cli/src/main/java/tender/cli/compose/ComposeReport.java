package tender.cli.compose;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import tender.cli.output.Table;
import tender.cli.output.TextPage;
import tender.core.compose.Composition;
import tender.core.compose.Part;
import tender.core.compose.Replies;
import tender.core.compose.Reply;
import tender.core.compose.UnusedOffer;
import tender.core.compose.UnusedOffer.Reason;
import tender.core.model.Money;
import tender.core.model.Offer;
import tender.core.model.ProviderId;
import tender.support.text.Decimal;

/** The text output of {@code tender compose}, for readers who do not know the paper. */
final class ComposeReport {
  /** More unused offers than this are counted, and only the first few shown. */
  private static final int MANY_UNUSED = 20;

  private static final int FIRST_FEW = 5;

  private final PolicyName policy;
  private final Replies replies;
  private final Composition composition;

  ComposeReport(PolicyName policy, Replies replies, Composition composition) {
    this.policy = policy;
    this.replies = replies;
    this.composition = composition;
  }

  void print(TextPage page) {
    page.headline(composition.meetsDeadline(), promise());
    if (policy.balances() && !composition.balanced()) {
      page.line(whyNotBalanced());
    }
    String heading = composition.unplacedTasks() == 0 ? "Parts" : "Covered parts";
    page.section(heading, parts(), composition.parts());
    printUnused(page, composition.unusedOffers());
  }

  private String promise() {
    int tasks = composition.tasks();
    int unplaced = composition.unplacedTasks();
    if (unplaced > 0) {
      String uncovered = policy.usesSlots() ? "fit into no free slot." : "are covered by no offer.";
      return "No promise: " + unplaced + " of " + tasks + " tasks " + uncovered;
    }
    long completionMillis = composition.completionMillis();
    long spareMillis = composition.deadlineMillis() - completionMillis;
    String done = (tasks == 1 ? "The task is" : "All " + tasks + " tasks") + " done by ";
    String deadline = "the deadline of " + Decimal.seconds(composition.deadlineMillis());
    if (spareMillis == 0) {
      return done + deadline + ".";
    }
    done += Decimal.seconds(completionMillis);
    return spareMillis > 0
        ? done + ", within " + deadline + ", with " + Decimal.seconds(spareMillis) + " to spare."
        : done + ", " + Decimal.seconds(-spareMillis) + " after " + deadline + ".";
  }

  private String whyNotBalanced() {
    long covered = replies.replies().stream().mapToLong(this::coveredByTheDeadline).sum();
    String why =
        covered < replies.tasks()
            ? "the offers that meet the deadline cover only " + covered + " of the tasks"
            : "too few providers that meet the deadline state power (for dplbv2: and work)";
    return "This is the earliest completion, not " + policy.name() + ": " + why + ".";
  }

  private int coveredByTheDeadline(Reply reply) {
    return reply.offers().stream()
        .filter(offer -> offer.completionMillis() <= replies.deadlineMillis())
        .mapToInt(Offer::tasks)
        .max()
        .orElse(0);
  }

  private Table<Part> parts() {
    Table<Part> table =
        new Table<Part>()
            .text("PROVIDER", part -> part.provider().value())
            .number("TASKS", Part::tasks);
    if (!policy.usesSlots()) {
      Map<ProviderId, List<Offer>> offers =
          replies.replies().stream().collect(Collectors.toMap(Reply::provider, Reply::offers));
      table.number("OF OFFERED", part -> offered(part, offers));
    }
    table
        .number("DONE BY", part -> Decimal.seconds(part.completionMillis()))
        .number("SHARE", part -> Decimal.percent(part.tasks(), composition.tasks()));
    if (isAnythingPriced()) {
      table.number("CREDITS", Part::price);
    }
    return table;
  }

  /** A part does not name its offer: it is the largest of those with the part's completion time. */
  private static int offered(Part part, Map<ProviderId, List<Offer>> offers) {
    return offers.getOrDefault(part.provider(), List.of()).stream()
        .filter(offer -> offer.completionMillis() == part.completionMillis())
        .mapToInt(Offer::tasks)
        .max()
        .orElseThrow();
  }

  private boolean isAnythingPriced() {
    return composition.parts().stream().anyMatch(part -> !part.price().equals(Money.ZERO));
  }

  private void printUnused(TextPage page, List<UnusedOffer> unused) {
    if (unused.isEmpty()) {
      return;
    }
    if (unused.size() <= MANY_UNUSED) {
      page.heading("Offers not used");
      page.table(unused(), unused);
      return;
    }
    Map<Reason, Long> counts =
        unused.stream()
            .collect(
                Collectors.groupingBy(
                    UnusedOffer::reason, () -> new EnumMap<>(Reason.class), Collectors.counting()));
    page.heading("Offers not used: " + unused.size());
    page.table(
        new Table<Map.Entry<Reason, Long>>()
            .number("OFFERS", Map.Entry::getValue)
            .text("WHY NOT", entry -> why(entry.getKey())),
        List.copyOf(counts.entrySet()));
    page.heading("The first " + FIRST_FEW + " of them; -o json lists all");
    page.table(unused(), unused.subList(0, FIRST_FEW));
  }

  private Table<UnusedOffer> unused() {
    return new Table<UnusedOffer>()
        .text("PROVIDER", unused -> unused.offer().provider().value())
        .number("TASKS", unused -> unused.offer().tasks())
        .number("DONE BY", unused -> Decimal.seconds(unused.offer().completionMillis()))
        .text("WHY NOT", unused -> why(unused.reason()));
  }

  private String why(Reason reason) {
    return switch (reason) {
      case OTHER_OFFER_USED -> "another offer of its provider is used";
      case ENDS_TOO_LATE -> "the whole bag is done earlier without it";
      case NOT_NEEDED -> "not needed: other offers that end no later cover the bag";
      case MORE_EXPENSIVE -> "cheaper offers cover the bag by the same time";
      case NOT_FIRM -> "firm offers cover the bag by the same time";
      case MISSES_DEADLINE -> "ends after the deadline, which enough other offers meet";
      case SHARE_BELOW_ONE_TASK -> "its share of the bag is less than one task";
      case POWER_NOT_DISCLOSED ->
          "the provider does not state its power, by which " + policy.name() + " shares";
      case WORK_NOT_DISCLOSED ->
          "the provider does not state its work, by which " + policy.name() + " shares";
      case POLICY_USES_SLOTS -> policy.name() + " fills free slots and ignores offers";
    };
  }
}
