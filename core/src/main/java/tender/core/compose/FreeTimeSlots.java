package tender.core.compose;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import tender.core.model.Disclosure;
import tender.core.model.FreeSlot;
import tender.core.model.Money;
import tender.core.model.Time;
import tender.core.profile.ArrayProfile;

/**
 * FreeTimeSlots, the baseline that knows the providers' load: the bag is placed into the earliest
 * free slots, without knowledge of the deadlines of the jobs planned next to them (Netto and Buyya,
 * section 3.2).
 *
 * <p>Each provider's slots are filled with as many tasks as the bag has, each as early as possible;
 * of all these, those that end first are taken. Among tasks that end at the same instant, those of
 * the provider whose reply comes first.
 */
public final class FreeTimeSlots implements CompositionPolicy {

  @Override
  public Composition compose(Replies replies) {
    List<Run> runs = new ArrayList<>();
    for (int reply = 0; reply < replies.replies().size(); reply++) {
      Optional<Disclosure.Slots> slots = replies.replies().get(reply).disclosure().slots();
      if (slots.isPresent()) {
        fill(slots.get(), replies.tasks(), reply, runs);
      }
    }
    runs.sort(Comparator.comparingLong(Run::endMillis));
    int[] tasks = new int[replies.replies().size()];
    long[] completionMillis = new long[tasks.length];
    int left = replies.tasks();
    for (Run run : runs) {
      int taken = Math.min(left, run.tasks);
      if (taken > 0) {
        tasks[run.reply] += taken;
        completionMillis[run.reply] = run.endMillis;
        left -= taken;
      }
    }
    return composition(replies, tasks, completionMillis);
  }

  /** Tasks of one provider that would start together. */
  private record Run(int reply, int tasks, long endMillis) {}

  private static void fill(Disclosure.Slots slots, int tasks, int reply, List<Run> runs) {
    long originMillis =
        slots.slots().stream().mapToLong(FreeSlot::fromMillis).min().orElse(Time.NEVER);
    if (originMillis == Time.NEVER) {
      return;
    }
    ArrayProfile free = ArrayProfile.of(originMillis, 0);
    for (FreeSlot slot : slots.slots()) {
      free.release(slot.fromMillis(), slot.untilMillis(), slot.processors());
    }
    free.takeEach(
        tasks,
        slots.width(),
        slots.taskMillis(),
        originMillis,
        (startMillis, together) ->
            runs.add(new Run(reply, together, startMillis + slots.taskMillis())));
  }

  private static Composition composition(Replies replies, int[] tasks, long[] completionMillis) {
    List<Part> parts = new ArrayList<>();
    List<UnusedOffer> unused = new ArrayList<>();
    for (int i = 0; i < tasks.length; i++) {
      Reply reply = replies.replies().get(i);
      if (tasks[i] > 0) {
        parts.add(new Part(reply.provider(), tasks[i], completionMillis[i], Money.ZERO));
      }
      reply
          .offers()
          .forEach(
              offer -> unused.add(new UnusedOffer(offer, UnusedOffer.Reason.POLICY_USES_SLOTS)));
    }
    return new Composition(replies.tasks(), replies.deadlineMillis(), false, parts, unused);
  }
}
