package tender.core.provider;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tender.core.message.CallId;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.model.Cluster;
import tender.core.model.Job;
import tender.core.model.JobId;
import tender.core.model.Offer;
import tender.core.model.ProviderId;
import tender.core.model.Time;
import tender.core.plan.EdfScheduler;

/**
 * A provider: a cluster that serves its own users and does parts of bags beside them, by earliest
 * deadline first. Whatever happens to it comes in by {@link #handle}, with the present; what it
 * wants done comes out. It promises nobody anything that would break a promise to somebody else.
 *
 * <p>A part that is reserved stands in the queue with its deadline, but cannot start before its
 * lease ends; once committed it can start at once. So a reservation holds room without running
 * anything, and one that nobody commits costs nothing but the time of its lease. What was answered
 * to a reservation is answered again whenever it is asked again.
 */
public final class Provider {
  private final Cluster cluster;
  private final Terms terms;
  private final EdfScheduler scheduler;
  private final Desk desk;
  private final Map<CallId, OpenCall> calls = new LinkedHashMap<>();
  private final Map<ReservationId, Message.ToMetascheduler> answers = new LinkedHashMap<>();
  private final Map<JobId, HeldPart> parts = new LinkedHashMap<>();

  /** A call that can still be reserved for. */
  private record OpenCall(Message.Call call, Message.Offers answer) {}

  public Provider(ProviderId id, Cluster cluster, Terms terms) {
    this.cluster = cluster;
    this.terms = terms;
    scheduler = new EdfScheduler(cluster);
    desk = new Desk(id, cluster, terms, scheduler);
  }

  /** Takes an event and returns what is to be done, in order. */
  public List<Effect> handle(Event event, long nowMillis) {
    List<Effect> effects = new ArrayList<>();
    endLeases(nowMillis);
    calls.values().removeIf(open -> open.answer.validUntilMillis() < nowMillis);
    switch (event) {
      case Event.LocalSubmitted(Job job) -> promise(job, nowMillis, effects);
      case Event.Received(Message.ToProvider message) -> receive(message, nowMillis, effects);
      case Event.TasksEnded ended -> end(ended, nowMillis, effects);
      case Event.Woken() -> {}
    }
    scheduler.startDue(nowMillis, (job, tasks) -> effects.add(new Effect.Start(job, tasks)));
    effects.add(new Effect.WakeAt(nextInstantMillis()));
    return effects;
  }

  private void receive(Message.ToProvider message, long nowMillis, List<Effect> effects) {
    switch (message) {
      case Message.Call call -> answerCall(call, nowMillis, effects);
      case Message.Reserve reserve -> reserve(reserve, nowMillis, effects);
      case Message.Commit(ReservationId id) -> commit(id, nowMillis, effects);
      case Message.Release(ReservationId id) -> release(id);
    }
  }

  private void promise(Job job, long nowMillis, List<Effect> effects) {
    Job promised = job.withDeadline(desk.earliestDeadline(job, nowMillis));
    scheduler.submit(promised, nowMillis);
    effects.add(new Effect.LocalPromised(promised, job.deadlineMillis()));
    sendChangedOffers(nowMillis, effects);
  }

  private void answerCall(Message.Call call, long nowMillis, List<Effect> effects) {
    OpenCall open =
        calls.computeIfAbsent(call.id(), id -> new OpenCall(call, desk.offers(call, 0, nowMillis)));
    effects.add(new Effect.Send(open.answer));
  }

  /** Offers that the queue no longer bears are replaced before somebody tries to reserve them. */
  private void sendChangedOffers(long nowMillis, List<Effect> effects) {
    for (Map.Entry<CallId, OpenCall> entry : calls.entrySet()) {
      OpenCall open = entry.getValue();
      Message.Offers fresh = desk.offers(open.call, open.answer.version() + 1, nowMillis);
      if (!fresh.offers().equals(open.answer.offers())) {
        entry.setValue(new OpenCall(open.call, fresh));
        effects.add(new Effect.Send(fresh));
      }
    }
  }

  private void reserve(Message.Reserve reserve, long nowMillis, List<Effect> effects) {
    Message.ToMetascheduler answer = answers.get(reserve.id());
    if (answer == null) {
      answer = tryToHold(reserve, nowMillis);
      answers.put(reserve.id(), answer);
    }
    effects.add(new Effect.Send(answer));
  }

  private Message.Answer tryToHold(Message.Reserve reserve, long nowMillis) {
    OpenCall open = calls.get(reserve.id().call());
    if (open == null || desk.tasksOnOffer(open.answer, reserve) < reserve.tasks()) {
      return new Message.Refused(reserve.id(), Message.Refusal.NOT_ON_OFFER, List.of());
    }
    long leaseUntilMillis = nowMillis + terms.leaseMillis();
    Job job = job(reserve, open.call, leaseUntilMillis);
    Job offered = job.withTasks(desk.tasksOnOffer(open.answer, reserve));
    if (desk.hasRoomFor(job, nowMillis)) {
      scheduler.submit(job, nowMillis);
    } else if (desk.hasRoomFor(offered, nowMillis)) {
      scheduler.submitInRoomOf(offered, job.tasks(), nowMillis);
    } else {
      List<Offer> instead = desk.offers(open.call, 0, nowMillis).offers();
      return new Message.Refused(reserve.id(), Message.Refusal.NO_ROOM_ANY_MORE, instead);
    }
    parts.put(job.id(), new HeldPart(reserve.id(), job, leaseUntilMillis, 0));
    return new Message.Reserved(reserve.id(), leaseUntilMillis);
  }

  /** The part as it stands in the queue; what meets the bag's deadline has all of its time. */
  private Job job(Message.Reserve reserve, Message.Call call, long submittedMillis) {
    return new Job(
        jobId(reserve.id()),
        reserve.tasks(),
        call.bag().width(),
        cluster.durationMillis(call.bag().estimateMillis()),
        submittedMillis,
        Math.max(reserve.byMillis(), call.bag().deadlineMillis()));
  }

  private static JobId jobId(ReservationId id) {
    return new JobId(id.toString());
  }

  private void commit(ReservationId id, long nowMillis, List<Effect> effects) {
    HeldPart part = parts.get(jobId(id));
    if (part != null && !part.isCommitted()) {
      Job job = part.job().withSubmitted(nowMillis);
      scheduler.replace(job);
      parts.put(job.id(), new HeldPart(id, job, Time.NEVER, 0));
      answers.put(id, new Message.Committed(id));
    }
    Message.ToMetascheduler answer = answers.get(id);
    effects.add(
        new Effect.Send(
            answer instanceof Message.Committed
                ? answer
                : new Message.Refused(id, Message.Refusal.LEASE_ENDED, List.of())));
  }

  /**
   * Whatever waits of a part leaves the queue, committed or not; what runs of it runs to its end
   * for nobody. A reservation that is released before it comes, for messages overtake each other,
   * stays out.
   */
  private void release(ReservationId id) {
    if (parts.remove(jobId(id)) != null) {
      scheduler.withdraw(jobId(id));
    }
    answers.put(id, new Message.Refused(id, Message.Refusal.LEASE_ENDED, List.of()));
  }

  private void endLeases(long nowMillis) {
    List<ReservationId> ended =
        parts.values().stream()
            .filter(part -> part.leaseUntilMillis() <= nowMillis)
            .map(HeldPart::id)
            .toList();
    ended.forEach(this::release);
  }

  private void end(Event.TasksEnded ended, long nowMillis, List<Effect> effects) {
    scheduler.ended(ended.job(), ended.tasks(), ended.startedMillis(), nowMillis);
    HeldPart part = parts.get(ended.job().id());
    if (part == null) {
      return;
    }
    HeldPart after = part.withEnded(ended.tasks());
    if (after.tasksEnded() < after.job().tasks()) {
      parts.put(after.job().id(), after);
    } else {
      parts.remove(after.job().id());
      effects.add(new Effect.Send(new Message.PartEnded(after.id(), nowMillis)));
    }
  }

  private long nextInstantMillis() {
    long leaseMillis =
        parts.values().stream().mapToLong(HeldPart::leaseUntilMillis).min().orElse(Time.NEVER);
    return Math.min(leaseMillis, scheduler.nextStartMillis());
  }
}
