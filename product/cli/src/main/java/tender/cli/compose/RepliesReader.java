package tender.cli.compose;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.stream.Collectors;
import tender.cli.compose.ComposeFile.OfferFields;
import tender.cli.compose.ComposeFile.ProviderFields;
import tender.cli.input.BagFields;
import tender.core.compose.Replies;
import tender.core.compose.Reply;
import tender.core.model.Disclosure;
import tender.core.model.Money;
import tender.core.model.Offer;
import tender.core.model.ProviderId;
import tender.support.input.FieldLocation;
import tender.support.input.FieldValue;
import tender.support.input.ParsedInput;

/**
 * Converts the file into the replies that core composes. Providers keep the order in which the file
 * first names them.
 */
final class RepliesReader {
  /** Low enough that the price of the largest bag does not overflow. */
  private static final long MAX_TASK_PRICE_MILLICREDITS = 1_000_000_000;

  private static final long MAX_POWER = 1_000_000_000_000L;

  private final SequencedMap<ProviderId, Disclosure> disclosures = new LinkedHashMap<>();
  private final SlotsReader slots;

  private RepliesReader(SlotsReader slots) {
    this.slots = slots;
  }

  static Replies read(ParsedInput<ComposeFile> input, PolicyName policy) {
    ComposeFile file = input.content();
    FieldLocation bagPlace = input.top().field("bag");
    BagFields bag = bagPlace.required(file.bag());
    int tasks = bagPlace.value("tasks", bag.tasks()).count();
    long deadlineMillis = bagPlace.value("deadline", bag.deadline()).instantMillis();
    SlotsReader slots = new SlotsReader(bag, bagPlace, tasks, policy);
    List<Reply> replies = new RepliesReader(slots).replies(file, input.top(), policy);
    return new Replies(tasks, deadlineMillis, replies);
  }

  private List<Reply> replies(ComposeFile file, FieldLocation top, PolicyName policy) {
    FieldLocation providers = top.field("providers");
    FieldLocation offers = top.field("offers");
    // The list that the policy reads is mandatory, though it may be empty.
    if (policy.usesSlots()) {
      providers.required(file.providers());
    } else {
      offers.required(file.offers());
    }
    providers.each(file.providers(), this::readProvider);
    Map<ProviderId, List<Offer>> offered =
        offers.each(file.offers(), RepliesReader::readOffer).stream()
            .collect(
                Collectors.groupingBy(Offer::provider, LinkedHashMap::new, Collectors.toList()));
    SequencedSet<ProviderId> named = new LinkedHashSet<>(disclosures.keySet());
    named.addAll(offered.keySet());
    return named.stream()
        .map(
            id ->
                new Reply(
                    id,
                    offered.getOrDefault(id, List.of()),
                    disclosures.getOrDefault(id, Disclosure.NOTHING)))
        .toList();
  }

  private Disclosure readProvider(ProviderFields provider, FieldLocation place) {
    FieldValue id = place.value("id", provider.id());
    FieldValue power = place.value("power", provider.power());
    FieldValue work = place.value("work", provider.work());
    Disclosure disclosure =
        new Disclosure(
            power.isGiven()
                ? OptionalLong.of(power.wholeNumber(1, MAX_POWER))
                : OptionalLong.empty(),
            work.isGiven()
                ? OptionalLong.of(work.thousandths("power-seconds", 0, Long.MAX_VALUE))
                : OptionalLong.empty(),
            slots.read(provider.slots(), place.field("slots")));
    if (disclosures.putIfAbsent(new ProviderId(id.id()), disclosure) != null) {
      throw id.duplicateId();
    }
    return disclosure;
  }

  private static Offer readOffer(OfferFields offer, FieldLocation place) {
    FieldValue price = place.value("price", offer.price()).orElse("0");
    return new Offer(
        new ProviderId(place.value("provider", offer.provider()).id()),
        place.value("tasks", offer.tasks()).count(),
        place.value("by", offer.by()).instantMillis(),
        new Money(price.thousandths("credits", 0, MAX_TASK_PRICE_MILLICREDITS)));
  }
}
