package tender.core.metascheduler;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.metascheduler.state.BagEffect;
import tender.core.metascheduler.state.Breach;
import tender.core.metascheduler.state.Promise;
import tender.core.metascheduler.state.RunningPart;
import tender.core.model.TaskSet;
import tender.core.model.Time;

/**
 * The rules for running parts: which results are accepted, and when a provider is no longer relied
 * on.
 *
 * <p>In the model of the protocol, {@code Tender.tla}: {@code AcceptResult} and {@code
 * PresumeGone}.
 */
record PartMonitor(TimeoutConfig timeouts) {
  private static final int MAX_UNANSWERED = 3;

  /** Only the part that has a task can deliver its result, and only once. */
  void acceptResults(BagBuilder bag, Message.Results results, long nowMillis) {
    RunningPart before = bag.part(results.id());
    if (before == null) {
      bag.release(results.id());
      return;
    }
    TaskSet newlyEnded = results.endedTasks().intersect(before.remainingTasks());
    TaskSet remaining = before.remainingTasks().minus(newlyEnded);
    long endedMillis = Math.min(results.lastEndedMillis(), nowMillis);
    RunningPart billed = Accounting.bill(bag.effects, before, results.bill(), nowMillis);
    boolean late =
        !newlyEnded.isEmpty() && isLate(before.completionMillis(), endedMillis, nowMillis);
    RunningPart part = late && !before.exceededLimit() ? Accounting.penalise(bag, billed) : billed;
    bag.replace(before, part);
    bag.doneTasks = bag.doneTasks.plus(newlyEnded);
    bag.send(results.provider(), new Message.ResultsAccepted(results.id(), results.endedTasks()));
    if (!newlyEnded.isEmpty()) {
      bag.effects.add(new BagEffect.AcceptResults(part.id(), newlyEnded));
      bag.lastTaskEndedMillis = Math.max(bag.lastTaskEndedMillis, endedMillis);
      checkPromise(bag, part, endedMillis, nowMillis);
    }
    if (remaining.isEmpty()) {
      bag.effects.add(new BagEffect.PartDelivered(part.id(), endedMillis));
      BagCompletionForecast.removePart(bag, part);
    } else if (part.fault().isEmpty()) {
      bag.replace(
          part,
          part.withReport(
              remaining, timeouts.inquiryAfterReportMillis(nowMillis, part.completionMillis())));
    } else {
      bag.replace(part, part.withReport(remaining, Time.NEVER));
    }
  }

  /** Late by the provider's own clock and by the arrival of its report. */
  private boolean isLate(long promisedMillis, long endedMillis, long nowMillis) {
    return endedMillis > promisedMillis
        && promisedMillis < nowMillis - timeouts.answerTimeoutMillis();
  }

  /** A promise counts as kept if the results arrive shortly after the promised time. */
  private void checkPromise(BagBuilder bag, RunningPart part, long endedMillis, long nowMillis) {
    long promisedMillis = bag.promise.map(Promise::completionMillis).orElse(Time.NEVER);
    if (promisedMillis < nowMillis - timeouts.answerTimeoutMillis()) {
      Breach.ProviderFault fault =
          part.originalFault()
              .or(part::fault)
              .orElseGet(
                  () ->
                      new Breach.ProviderFault(
                          isLate(promisedMillis, endedMillis, nowMillis)
                              ? Breach.Cause.PROVIDER_LATE
                              : Breach.Cause.REPORTED_TOO_LATE,
                          part.id().provider()));
      bag.breach =
          Optional.of(new Breach(fault.cause(), fault.provider(), promisedMillis, nowMillis));
    }
  }

  /** The provider reported that it no longer has this part. */
  void partMissing(BagBuilder bag, ReservationId id) {
    RunningPart part = bag.part(id);
    if (part != null && part.fault().isEmpty()) {
      markLost(bag, part, Breach.Cause.PROVIDER_DROPPED);
    }
  }

  /** The restored database does not know what became of this part. */
  static void partUndone(BagBuilder bag, ReservationId id) {
    RunningPart part = bag.part(id);
    if (part != null && part.fault().isEmpty()) {
      markLost(bag, part, Breach.Cause.DATABASE_RESTORED);
    }
  }

  void onTimer(BagBuilder bag, long nowMillis) {
    for (RunningPart part : List.copyOf(bag.parts)) {
      if (part.nextInquiryMillis() > nowMillis) {
        continue;
      }
      if (part.unansweredInquiries() >= MAX_UNANSWERED) {
        markLost(bag, part, Breach.Cause.PROVIDER_SILENT);
      } else if (nowMillis >= Time.after(part.completionMillis(), timeouts.overdueAfterMillis())) {
        markLost(bag, part, overdueCause(part));
      } else {
        bag.send(part.id().provider(), new Message.Inquire(part.id()));
        bag.replace(
            part, part.withInquiry(Time.after(nowMillis, timeouts.inquiryIntervalMillis())));
      }
    }
  }

  /** A provider that does not answer may have been in time. */
  private static Breach.Cause overdueCause(RunningPart part) {
    if (part.exceededLimit()) {
      return Breach.Cause.TASKS_EXCEEDED_LIMIT;
    }
    return part.unansweredInquiries() > 0
        ? Breach.Cause.PROVIDER_SILENT
        : Breach.Cause.PROVIDER_LATE;
  }

  /** Tasks of a part exceeded the user's limit; a late end is then not the provider's fault. */
  static void limitExceeded(BagBuilder bag, ReservationId id) {
    RunningPart part = bag.part(id);
    if (part != null) {
      bag.replace(part, part.withLimitExceeded());
    }
  }

  private static void markLost(BagBuilder bag, RunningPart part, Breach.Cause cause) {
    bag.replace(
        part,
        cause.isProviderFault()
            ? Accounting.penalise(bag, part.withoutLimitExceeded().asLost(cause))
            : part.asLost(cause));
    bag.effects.add(new BagEffect.PartLost(part.id(), cause, part.remainingTasks()));
    if (cause.isProviderFault()) {
      bag.distrustedProviders.remove(part.id().provider());
      bag.distrustedProviders.add(part.id().provider());
    }
  }

  /** The remaining tasks of all lost parts. */
  static Optional<LostTasks> lostTasks(BagBuilder bag) {
    List<RunningPart> lost = new ArrayList<>(bag.parts);
    lost.removeIf(part -> part.fault().isEmpty());
    return lost.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new LostTasks(
                lost.stream()
                    .map(RunningPart::remainingTasks)
                    .reduce(TaskSet.empty(), TaskSet::plus),
                lost.getFirst().originalFault().or(lost.getFirst()::fault)));
  }

  /** Tasks that must be placed again, and the first failure that caused it. */
  record LostTasks(TaskSet tasks, Optional<Breach.ProviderFault> originalFault) {}
}
