package tender.core.metascheduler;

import tender.core.metascheduler.state.BagEffect;
import tender.core.metascheduler.state.Breach;
import tender.core.metascheduler.state.Promise;
import tender.core.metascheduler.state.RunningPart;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.model.TaskSet;
import tender.core.model.Time;

/**
 * The rules for parts that run: whose results count, and whom to give up on.
 *
 * <p>In the model of the protocol, {@code Tender.tla}: {@code AcceptResult} and {@code
 * PresumeGone}.
 */
final class PartMonitor {
  private static final int MAX_UNANSWERED = 3;

  private final TimeoutConfig patience;

  PartMonitor(TimeoutConfig patience) {
    this.patience = patience;
  }

  /** Only the reservation that has a task can deliver its result, and only once. */
  void acceptResults(BagBuilder bag, Message.Results results, long nowMillis) {
    RunningPart known = bag.part(results.id());
    if (known == null) {
      bag.release(results.id());
      return;
    }
    TaskSet fresh = results.endedTasks().intersect(known.remainingTasks());
    TaskSet left = known.remainingTasks().minus(fresh);
    long endedMillis = Math.min(results.lastEndedMillis(), nowMillis);
    RunningPart billed = Accounting.charge(bag, known, results.bill());
    boolean late = !fresh.isEmpty() && isLate(known.completionMillis(), endedMillis, nowMillis);
    RunningPart part = late ? Accounting.penalise(bag, billed) : billed;
    bag.replace(known, part);
    bag.doneTasks = bag.doneTasks.plus(fresh);
    bag.send(results.provider(), new Message.ResultsAccepted(results.id(), results.endedTasks()));
    if (!fresh.isEmpty()) {
      bag.effects.add(new BagEffect.AcceptResults(part.id(), fresh));
      bag.lastTaskEndedMillis = Math.max(bag.lastTaskEndedMillis, endedMillis);
      checkPromise(bag, part, endedMillis, nowMillis);
    }
    if (left.isEmpty()) {
      bag.effects.add(new BagEffect.PartDelivered(part.id(), endedMillis));
      BagCompletionForecast.removePart(bag, part);
    } else if (part.fault().isEmpty()) {
      bag.replace(part, part.withReport(left, Time.after(nowMillis, patience.inquiryIntervalMillis())));
    } else {
      bag.replace(part, part.withReport(left, Time.NEVER));
    }
  }

  /** By the provider's own word, and by when it came. */
  private boolean isLate(long byMillis, long endedMillis, long nowMillis) {
    return endedMillis > byMillis && byMillis < nowMillis - patience.answerTimeoutMillis();
  }

  /** A promise counts as kept if the results are there shortly after its time. */
  private void checkPromise(BagBuilder bag, RunningPart part, long endedMillis, long nowMillis) {
    long byMillis = bag.promise.map(Promise::completionMillis).orElse(Time.NEVER);
    if (byMillis < nowMillis - patience.answerTimeoutMillis()) {
      Breach.ProviderFault suspicion =
          part.originalFault()
              .or(part::fault)
              .orElseGet(
                  () ->
                      new Breach.ProviderFault(
                          isLate(byMillis, endedMillis, nowMillis)
                              ? Breach.Cause.PROVIDER_LATE
                              : Breach.Cause.REPORTED_TOO_LATE,
                          part.id().provider()));
      bag.breach =
          Optional.of(new Breach(suspicion.cause(), suspicion.provider(), byMillis, nowMillis));
    }
  }

  /** A provider that says it has a part no longer is taken at its word. */
  void partMissing(BagBuilder bag, ReservationId id) {
    RunningPart part = bag.part(id);
    if (part != null && part.fault().isEmpty()) {
      markLost(bag, part, Breach.Cause.PROVIDER_DROPPED);
    }
  }

  void onTimer(BagBuilder bag, long nowMillis) {
    for (RunningPart part : List.copyOf(bag.parts)) {
      if (part.nextInquiryMillis() > nowMillis) {
        continue;
      }
      if (part.unansweredInquiries() >= MAX_UNANSWERED) {
        markLost(bag, part, Breach.Cause.PROVIDER_SILENT);
      } else if (nowMillis >= Time.after(part.completionMillis(), patience.overdueAfterMillis())) {
        markLost(bag, part, Breach.Cause.PROVIDER_LATE);
      } else {
        bag.send(part.id().provider(), new Message.Inquire(part.id()));
        bag.replace(part, part.withInquiry(Time.after(nowMillis, patience.inquiryIntervalMillis())));
      }
    }
  }

  private static void markLost(BagBuilder bag, RunningPart part, Breach.Cause cause) {
    bag.replace(part, Accounting.penalise(bag, part.fault(cause)));
    bag.effects.add(new BagEffect.PartLost(part.id(), cause, part.remainingTasks()));
    bag.distrustedProviders.remove(part.id().provider());
    bag.distrustedProviders.add(part.id().provider());
  }

  /** What was left to providers that are no longer counted on. */
  static Optional<LostTasks> lostTasks(BagBuilder bag) {
    List<RunningPart> lost = new ArrayList<>(bag.parts);
    lost.removeIf(part -> part.fault().isEmpty());
    return lost.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new LostTasks(
                lost.stream().map(RunningPart::remainingTasks).reduce(TaskSet.empty(), TaskSet::plus),
                lost.getFirst().originalFault().or(lost.getFirst()::fault)));
  }

  /** Tasks that somebody else must do, and who failed first to do them. */
  record LostTasks(TaskSet tasks, Optional<Breach.ProviderFault> originalFault) {}
}
