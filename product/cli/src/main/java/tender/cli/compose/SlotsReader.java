package tender.cli.compose;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tender.cli.compose.ComposeFile.SlotFields;
import tender.cli.input.BagFields;
import tender.core.model.Disclosure;
import tender.core.model.FreeSlot;
import tender.core.model.Time;
import tender.support.input.FieldLocation;
import tender.support.input.FieldValue;
import tender.support.text.Decimal;

/** Reads the free slots of providers. */
final class SlotsReader {
  /** The policy tries the whole bag on each provider and stores each attempt. */
  private static final long MAX_TASKS_TIMES_PROVIDERS = 10_000_000;

  private final FieldValue tasksValue;
  private final int tasks;
  private final int width;
  private final boolean needed;

  /** How long a task takes; null only if the policy does not need it. */
  private final @Nullable Long taskMillis;

  private int providers;

  SlotsReader(BagFields bag, FieldLocation bagPlace, int tasks, PolicyName policy) {
    this.tasks = tasks;
    tasksValue = bagPlace.value("tasks", bag.tasks());
    width = bagPlace.value("width", bag.width()).orElse("1").count();
    needed = policy.usesSlots();
    FieldValue estimate = bagPlace.value("estimate", bag.estimate());
    taskMillis = needed || estimate.isGiven() ? estimate.durationMillis() : null;
  }

  Optional<Disclosure.Slots> read(
      @Nullable List<@Nullable SlotFields> fields, FieldLocation place) {
    List<FreeSlot> slots = place.each(fields, SlotsReader::readSlot);
    long processors = slots.stream().mapToLong(FreeSlot::processors).sum();
    if (processors > Integer.MAX_VALUE) {
      throw place.error(
          "have " + processors + " processors in total, which is too many.",
          "Split the provider into several.");
    }
    if (taskMillis == null || slots.isEmpty()) {
      return Optional.empty();
    }
    providers++;
    if (needed && (long) providers * tasks > MAX_TASKS_TIMES_PROVIDERS) {
      throw tasksValue.mismatch(
          "at most %s for this number of providers with slots"
              .formatted(MAX_TASKS_TIMES_PROVIDERS / providers),
          "Use fewer: tasks times providers may be at most " + MAX_TASKS_TIMES_PROVIDERS + ".");
    }
    return Optional.of(new Disclosure.Slots(width, taskMillis, slots));
  }

  private static FreeSlot readSlot(SlotFields slot, FieldLocation place) {
    long fromMillis = place.value("from", slot.from()).instantMillis();
    FieldValue until = place.value("until", slot.until());
    long untilMillis = until.instantMillisOr(Time.NEVER);
    if (untilMillis <= fromMillis) {
      throw until.mismatch(
          "after the slot's start at " + Decimal.seconds(fromMillis),
          "Swap from and until, or leave out until if the slot has no end.");
    }
    return new FreeSlot(
        fromMillis, untilMillis, place.value("processors", slot.processors()).count());
  }
}
