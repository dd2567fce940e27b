package tender.cli.compose;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tender.cli.compose.ComposeFile.SlotFields;
import tender.cli.input.BagFields;
import tender.cli.input.FieldLocation;
import tender.cli.input.FieldValue;
import tender.cli.output.Decimal;
import tender.core.model.Disclosure;
import tender.core.model.FreeSlot;
import tender.core.model.Time;

/** Reads the free slots of providers. */
final class SlotsReader {
  /** The policy tries the whole bag on each provider, and keeps what it tried. */
  private static final long MOST_TASKS_TIMES_PROVIDERS = 10_000_000;

  private final FieldValue tasksValue;
  private final int tasks;
  private final int width;
  private final boolean needed;

  /** How long a task takes; unknown only where nobody needs to know. */
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

  Optional<Disclosure.Slots> read(@Nullable List<@Nullable SlotFields> fields, FieldLocation place) {
    List<FreeSlot> slots = place.each(fields, SlotsReader::readSlot);
    long processors = slots.stream().mapToLong(FreeSlot::processors).sum();
    if (processors > Integer.MAX_VALUE) {
      throw place.error(
          "hold " + processors + " processors in all, more than can be counted.",
          "Divide the provider into several.");
    }
    if (taskMillis == null || slots.isEmpty()) {
      return Optional.empty();
    }
    providers++;
    if (needed && (long) providers * tasks > MOST_TASKS_TIMES_PROVIDERS) {
      throw tasksValue.mismatch(
          "at most " + MOST_TASKS_TIMES_PROVIDERS / providers + " for so many providers with slots",
          "Give fewer: tasks times providers may be " + MOST_TASKS_TIMES_PROVIDERS + ".");
    }
    return Optional.of(new Disclosure.Slots(width, taskMillis, slots));
  }

  private static FreeSlot readSlot(SlotFields slot, FieldLocation place) {
    long fromMillis = place.value("from", slot.from()).instantMillis();
    FieldValue until = place.value("until", slot.until());
    long untilMillis = until.instantMillisOr(Time.NEVER);
    if (untilMillis <= fromMillis) {
      throw until.mismatch(
          "later than the slot's beginning at " + Decimal.seconds(fromMillis),
          "Exchange from and until, or leave out until if the slot has no end.");
    }
    return new FreeSlot(
        fromMillis, untilMillis, place.value("processors", slot.processors()).count());
  }
}
