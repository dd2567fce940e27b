package tender.core.provider;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.model.Job;
import tender.core.model.JobId;
import tender.core.model.Offer;
import tender.core.model.TaskSet;
import tender.core.model.Time;

/** All reservations that a provider knows: what it answered, and what it holds or does for them. */
final class Parts {
  /** Longer than any message can be on its way. */
  private static final long REMEMBERED_MILLIS = Time.DAY_MILLIS;

  private static final long FORGET_EVERY_MILLIS = Time.HOUR_MILLIS;

  private final Terms terms;
  private final long reportMillis;
  private final Map<ReservationId, Kept> kept = new LinkedHashMap<>();
  private final Map<ReservationId, AtWork> atWork = new LinkedHashMap<>();
  private final Map<JobId, AtWork> byJob = new LinkedHashMap<>();
  private final Set<ReservationId> changed = new LinkedHashSet<>();
  private final List<ReservationId> forgotten = new ArrayList<>();
  private final List<HeldPart> finished = new ArrayList<>();
  private long forgotMillis;

  /** A part and what need not be stored of it, since it can be found out again. */
  private static final class AtWork {
    HeldPart part;
    TaskSet waiting;
    long reportMillis = Time.NEVER;

    AtWork(HeldPart part, TaskSet waiting) {
      this.part = part;
      this.waiting = waiting;
    }
  }

  Parts(Terms terms) {
    this.terms = terms;
    reportMillis = terms.reportMillis();
  }

  static JobId jobId(ReservationId id) {
    return new JobId(id.toString());
  }

  void restore(Kept one, TaskSet running) {
    kept.put(one.id(), one);
    one.part()
        .ifPresent(
            part -> {
              AtWork work = new AtWork(part, part.tasks().minus(part.ended()).minus(running));
              put(work);
              if (part.owesResults()) {
                work.reportMillis = -Time.LIMIT_MILLIS;
              }
            });
  }

  private void put(AtWork work) {
    atWork.put(work.part.id(), work);
    byJob.put(work.part.job().id(), work);
  }

  private void remove(ReservationId id) {
    AtWork work = atWork.remove(id);
    if (work != null) {
      byJob.remove(work.part.job().id());
    }
  }

  /** What of a part stands in the queue, if anything does. */
  Optional<Job> waiting(ReservationId id) {
    AtWork work = atWork.get(id);
    if (work == null) {
      return Optional.empty();
    }
    int tasks = work.part.isCommitted() ? work.waiting.size() : work.part.job().tasks();
    return tasks == 0 ? Optional.empty() : Optional.of(work.part.job().withTasks(tasks));
  }

  @Nullable HeldPart part(ReservationId id) {
    AtWork work = atWork.get(id);
    return work == null ? null : work.part;
  }

  Optional<Message.Answer> answered(ReservationId id) {
    return Optional.ofNullable(kept.get(id)).map(Kept::answer);
  }

  Message.Answer hold(HeldPart part, long nowMillis) {
    put(new AtWork(part, TaskSet.empty()));
    return keep(
        new Message.Reserved(part.id(), part.leaseUntilMillis()), Optional.of(part), nowMillis);
  }

  Message.Answer commit(HeldPart part, long nowMillis) {
    put(new AtWork(part, part.tasks()));
    return keep(new Message.Committed(part.id()), Optional.of(part), nowMillis);
  }

  Message.Answer refuse(
      ReservationId id, Message.Refusal why, List<Offer> instead, long nowMillis) {
    remove(id);
    return keep(new Message.Refused(id, why, instead), Optional.empty(), nowMillis);
  }

  private Message.Answer keep(Message.Answer answer, Optional<HeldPart> part, long nowMillis) {
    forgetOld(nowMillis);
    kept.put(answer.id(), new Kept(answer.id(), answer, part, nowMillis));
    changed.add(answer.id());
    return answer;
  }

  private void forgetOld(long nowMillis) {
    if (nowMillis < forgotMillis + FORGET_EVERY_MILLIS) {
      return;
    }
    forgotMillis = nowMillis;
    for (Kept one : List.copyOf(kept.values())) {
      if (one.part().isEmpty() && one.sinceMillis() <= nowMillis - REMEMBERED_MILLIS) {
        kept.remove(one.id());
        forgotten.add(one.id());
      }
    }
  }

  /** What need not be stored any more, since this was last asked. */
  List<ReservationId> takeForgotten() {
    List<ReservationId> taken = List.copyOf(forgotten);
    forgotten.clear();
    return taken;
  }

  List<ReservationId> endedLeases(long nowMillis) {
    List<ReservationId> ended = new ArrayList<>();
    for (AtWork work : atWork.values()) {
      if (work.part.leaseUntilMillis() <= nowMillis) {
        ended.add(work.part.id());
      }
    }
    return ended;
  }

  /** Takes so many tasks of a part from those that wait. */
  TaskSet start(JobId id, int tasks) {
    AtWork work = byJob.get(id);
    TaskSet started = work == null ? TaskSet.empty() : work.waiting.lowest(tasks);
    if (work == null || started.size() != tasks) {
      throw new IllegalStateException(
          tasks + " tasks of " + id + " are to start, and these wait: " + started + ".");
    }
    work.waiting = work.waiting.minus(started);
    return started;
  }

  /** Those of the tasks that waited, and wait no longer. */
  TaskSet leave(JobId id, TaskSet tasks) {
    AtWork work = byJob.get(id);
    if (work == null) {
      return TaskSet.empty();
    }
    TaskSet waited = work.waiting.and(tasks);
    work.waiting = work.waiting.minus(waited);
    return waited;
  }

  /** Tasks that wait again, and all that then wait; nothing, if it is done for nobody. */
  Optional<Job> stopped(JobId id, TaskSet tasks) {
    AtWork work = byJob.get(id);
    if (work == null) {
      return Optional.empty();
    }
    work.waiting = work.waiting.plus(tasks);
    return Optional.of(work.part.job().withTasks(work.waiting.size()));
  }

  /** What was too short for some of a part's tasks is for all: they are given twice as long. */
  void lengthen(Job killed, long nowMillis) {
    AtWork work = byJob.get(killed.id());
    if (work != null) {
      long durationMillis = Math.min(2 * killed.durationMillis(), Time.LIMIT_MILLIS);
      Job longer =
          work.part.job().withDuration(Math.max(durationMillis, work.part.job().durationMillis()));
      update(work, work.part.withJob(longer), nowMillis);
    }
  }

  /**
   * Tasks have ended with a result.
   *
   * @param ranMillis how long they ran, all together
   */
  void ended(JobId id, TaskSet tasks, long ranMillis, long nowMillis) {
    AtWork work = byJob.get(id);
    if (work != null) {
      update(work, work.part.withEnded(tasks, ranMillis, nowMillis), nowMillis);
      long dueMillis = work.part.isAllEnded() ? nowMillis : Time.after(nowMillis, reportMillis);
      if (work.part.isAllEnded()) {
        finished.add(work.part);
      }
      work.reportMillis = Math.min(work.reportMillis, dueMillis);
    }
  }

  /** Parts whose last task has ended since this was last asked. */
  List<HeldPart> takeFinished() {
    List<HeldPart> taken = List.copyOf(finished);
    finished.clear();
    return taken;
  }

  /** Tasks that ended while nobody looked. */
  void endedUnseen(JobId id, TaskSet tasks, long ranMillis, long nowMillis) {
    AtWork work = byJob.get(id);
    if (work != null) {
      work.waiting = work.waiting.minus(tasks);
      TaskSet news = tasks.and(work.part.tasks()).minus(work.part.ended());
      if (!news.isEmpty()) {
        boolean all = news.size() == tasks.size();
        long ofNews = all ? ranMillis : ranMillis / tasks.size() * news.size();
        ended(id, news, ofNews, nowMillis);
      }
    }
  }

  void accepted(ReservationId id, TaskSet tasks, long nowMillis) {
    AtWork work = atWork.get(id);
    if (work == null) {
      return;
    }
    update(work, work.part.withAccepted(tasks), nowMillis);
    if (!work.part.owesResults()) {
      work.reportMillis = Time.NEVER;
    }
    if (work.part.isCommitted() && work.part.isAllAccepted()) {
      remove(id);
      keep(new Message.Committed(id), Optional.empty(), nowMillis);
    }
  }

  private void update(AtWork work, HeldPart part, long nowMillis) {
    if (!part.equals(work.part)) {
      work.part = part;
      Kept before = kept.get(part.id());
      if (before != null) {
        kept.put(part.id(), new Kept(part.id(), before.answer(), Optional.of(part), nowMillis));
        changed.add(part.id());
      }
    }
  }

  /** What is bid and owed for a part has changed. */
  void settle(ReservationId id, ShareAccount account, long nowMillis) {
    AtWork work = atWork.get(id);
    if (work != null) {
      update(work, work.part.with(account), nowMillis);
    }
  }

  /** How far a part is, for somebody who asks; nothing, if it is not being done. */
  Optional<Message.Answer> progress(ReservationId id) {
    HeldPart part = part(id);
    return part != null && part.isCommitted() ? Optional.of(results(part)) : Optional.empty();
  }

  /** All so far, with what it costs: who did not get a result does not pay for it. */
  private Message.Results results(HeldPart part) {
    return new Message.Results(
        part.id(),
        part.ended(),
        part.endedMillis(),
        part.account().map(ShareAccount::charged).orElseGet(() -> terms.price(part.usedMillis())));
  }

  /** Results that are due to be told; they are due again until they are accepted. */
  List<Message.Results> dueResults(long nowMillis) {
    List<Message.Results> due = new ArrayList<>();
    for (AtWork work : atWork.values()) {
      if (work.reportMillis <= nowMillis) {
        work.reportMillis = Time.after(nowMillis, reportMillis);
        due.add(results(work.part));
      }
    }
    return due;
  }

  /** What must be stored since this was last asked. */
  List<Kept> takeChanged() {
    List<Kept> taken = new ArrayList<>(changed.size());
    for (ReservationId id : changed) {
      Kept one = kept.get(id);
      if (one != null) {
        taken.add(one);
      }
    }
    changed.clear();
    return taken;
  }

  long nextInstantMillis() {
    long nextMillis = Time.NEVER;
    for (AtWork work : atWork.values()) {
      nextMillis = Math.min(nextMillis, work.part.leaseUntilMillis());
      nextMillis = Math.min(nextMillis, work.reportMillis);
    }
    return nextMillis;
  }
}
