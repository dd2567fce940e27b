package tender.core.provider;

import tender.core.provider.state.ReservedPart;
import tender.core.provider.state.ReservationRecord;
import tender.core.provider.state.ShareAccount;
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
final class ReservationTable {
  /** Longer than any message can be on its way. */
  private static final long REMEMBERED_MILLIS = Time.DAY_MILLIS;

  private static final long FORGET_EVERY_MILLIS = Time.HOUR_MILLIS;

  private final ProviderTerms terms;
  private final long reportMillis;
  private final Map<ReservationId, ReservationRecord> records = new LinkedHashMap<>();
  private final Map<ReservationId, Entry> entries = new LinkedHashMap<>();
  private final Map<JobId, Entry> byJob = new LinkedHashMap<>();
  private final Set<ReservationId> changed = new LinkedHashSet<>();
  private final List<ReservationId> deleted = new ArrayList<>();
  private final List<ReservedPart> finished = new ArrayList<>();
  private long lastDeletedMillis;

  /** A part and what need not be stored of it, since it can be found out again. */
  private static final class Entry {
    ReservedPart part;
    TaskSet waiting;
    long reportMillis = Time.NEVER;

    Entry(ReservedPart part, TaskSet waiting) {
      this.part = part;
      this.waiting = waiting;
    }
  }

  ReservationTable(ProviderTerms terms) {
    this.terms = terms;
    reportMillis = terms.reportIntervalMillis();
  }

  static JobId jobId(ReservationId id) {
    return new JobId(id.toString());
  }

  void restore(ReservationRecord one, TaskSet running) {
    records.put(one.id(), one);
    one.part()
        .ifPresent(
            part -> {
              Entry work = new Entry(part, part.tasks().minus(part.endedTasks()).minus(running));
              put(work);
              if (part.hasUnacceptedResults()) {
                work.reportMillis = -Time.LIMIT_MILLIS;
              }
            });
  }

  private void put(Entry work) {
    entries.put(work.part.id(), work);
    byJob.put(work.part.job().id(), work);
  }

  private void remove(ReservationId id) {
    Entry work = entries.remove(id);
    if (work != null) {
      byJob.remove(work.part.job().id());
    }
  }

  /** What of a part stands in the queue, if anything does. */
  Optional<Job> waiting(ReservationId id) {
    Entry work = entries.get(id);
    if (work == null) {
      return Optional.empty();
    }
    int tasks = work.part.isCommitted() ? work.waiting.size() : work.part.job().tasks();
    return tasks == 0 ? Optional.empty() : Optional.of(work.part.job().withTasks(tasks));
  }

  @Nullable ReservedPart part(ReservationId id) {
    Entry work = entries.get(id);
    return work == null ? null : work.part;
  }

  Optional<Message.ReservationAnswer> lastAnswer(ReservationId id) {
    return Optional.ofNullable(records.get(id)).map(ReservationRecord::lastAnswer);
  }

  Message.ReservationAnswer hold(ReservedPart part, long nowMillis) {
    put(new Entry(part, TaskSet.empty()));
    return store(
        new Message.Reserved(part.id(), part.leaseExpiresMillis()), Optional.of(part), nowMillis);
  }

  Message.ReservationAnswer commit(ReservedPart part, long nowMillis) {
    put(new Entry(part, part.tasks()));
    return store(new Message.Committed(part.id()), Optional.of(part), nowMillis);
  }

  Message.ReservationAnswer refuse(
      ReservationId id, Message.RefusalReason why, List<Offer> instead, long nowMillis) {
    remove(id);
    return store(new Message.Refused(id, why, instead), Optional.empty(), nowMillis);
  }

  private Message.ReservationAnswer store(Message.ReservationAnswer answer, Optional<ReservedPart> part, long nowMillis) {
    deleteOld(nowMillis);
    records.put(answer.id(), new ReservationRecord(answer.id(), answer, part, nowMillis));
    changed.add(answer.id());
    return answer;
  }

  private void deleteOld(long nowMillis) {
    if (nowMillis < lastDeletedMillis + FORGET_EVERY_MILLIS) {
      return;
    }
    lastDeletedMillis = nowMillis;
    for (ReservationRecord one : List.copyOf(records.values())) {
      if (one.part().isEmpty() && one.updatedMillis() <= nowMillis - REMEMBERED_MILLIS) {
        records.remove(one.id());
        deleted.add(one.id());
      }
    }
  }

  /** What need not be stored any more, since this was last asked. */
  List<ReservationId> takeDeleted() {
    List<ReservationId> taken = List.copyOf(deleted);
    deleted.clear();
    return taken;
  }

  List<ReservationId> expiredLeases(long nowMillis) {
    List<ReservationId> ended = new ArrayList<>();
    for (Entry work : entries.values()) {
      if (work.part.leaseExpiresMillis() <= nowMillis) {
        ended.add(work.part.id());
      }
    }
    return ended;
  }

  /** Takes so many tasks of a part from those that wait. */
  TaskSet start(JobId id, int tasks) {
    Entry work = byJob.get(id);
    TaskSet started = work == null ? TaskSet.empty() : work.waiting.lowest(tasks);
    if (work == null || started.size() != tasks) {
      throw new IllegalStateException(
          tasks + " tasks of " + id + " are to start, and these wait: " + started + ".");
    }
    work.waiting = work.waiting.minus(started);
    return started;
  }

  /** Those of the tasks that waited, and wait no longer. */
  TaskSet removeWaiting(JobId id, TaskSet tasks) {
    Entry work = byJob.get(id);
    if (work == null) {
      return TaskSet.empty();
    }
    TaskSet waited = work.waiting.intersect(tasks);
    work.waiting = work.waiting.minus(waited);
    return waited;
  }

  /** Tasks that wait again, and all that then wait; nothing, if it is done for nobody. */
  Optional<Job> requeue(JobId id, TaskSet tasks) {
    Entry work = byJob.get(id);
    if (work == null) {
      return Optional.empty();
    }
    work.waiting = work.waiting.plus(tasks);
    return Optional.of(work.part.job().withTasks(work.waiting.size()));
  }

  /** What was too short for some of a part's tasks is for all: they are given twice as long. */
  void extendTimeLimit(Job killed, long nowMillis) {
    Entry work = byJob.get(killed.id());
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
    Entry work = byJob.get(id);
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
  List<ReservedPart> takeFinished() {
    List<ReservedPart> taken = List.copyOf(finished);
    finished.clear();
    return taken;
  }

  /** Tasks that ended while nobody looked. */
  void endedUnobserved(JobId id, TaskSet tasks, long ranMillis, long nowMillis) {
    Entry work = byJob.get(id);
    if (work != null) {
      work.waiting = work.waiting.minus(tasks);
      TaskSet news = tasks.intersect(work.part.tasks()).minus(work.part.endedTasks());
      if (!news.isEmpty()) {
        boolean all = news.size() == tasks.size();
        long ofNews = all ? ranMillis : ranMillis / tasks.size() * news.size();
        ended(id, news, ofNews, nowMillis);
      }
    }
  }

  void accepted(ReservationId id, TaskSet tasks, long nowMillis) {
    Entry work = entries.get(id);
    if (work == null) {
      return;
    }
    update(work, work.part.withAccepted(tasks), nowMillis);
    if (!work.part.hasUnacceptedResults()) {
      work.reportMillis = Time.NEVER;
    }
    if (work.part.isCommitted() && work.part.isAllAccepted()) {
      remove(id);
      store(new Message.Committed(id), Optional.empty(), nowMillis);
    }
  }

  private void update(Entry work, ReservedPart part, long nowMillis) {
    if (!part.equals(work.part)) {
      work.part = part;
      ReservationRecord before = records.get(part.id());
      if (before != null) {
        records.put(part.id(), new ReservationRecord(part.id(), before.lastAnswer(), Optional.of(part), nowMillis));
        changed.add(part.id());
      }
    }
  }

  /** What is bid and owed for a part has changed. */
  void updateShareAccount(ReservationId id, ShareAccount account, long nowMillis) {
    Entry work = entries.get(id);
    if (work != null) {
      update(work, work.part.with(account), nowMillis);
    }
  }

  /** How far a part is, for somebody who asks; nothing, if it is not being done. */
  Optional<Message.ReservationAnswer> progress(ReservationId id) {
    ReservedPart part = part(id);
    return part != null && part.isCommitted() ? Optional.of(results(part)) : Optional.empty();
  }

  /** All so far, with what it costs: who did not get a result does not pay for it. */
  private Message.Results results(ReservedPart part) {
    return new Message.Results(
        part.id(),
        part.endedTasks(),
        part.lastEndedMillis(),
        part.shareAccount().map(ShareAccount::charged).orElseGet(() -> terms.price(part.usedProcessorMillis())));
  }

  /** Results that are due to be told; they are due again until they are accepted. */
  List<Message.Results> dueResults(long nowMillis) {
    List<Message.Results> due = new ArrayList<>();
    for (Entry work : entries.values()) {
      if (work.reportMillis <= nowMillis) {
        work.reportMillis = Time.after(nowMillis, reportMillis);
        due.add(results(work.part));
      }
    }
    return due;
  }

  /** What must be stored since this was last asked. */
  List<ReservationRecord> takeChanged() {
    List<ReservationRecord> taken = new ArrayList<>(changed.size());
    for (ReservationId id : changed) {
      ReservationRecord one = records.get(id);
      if (one != null) {
        taken.add(one);
      }
    }
    changed.clear();
    return taken;
  }

  long nextInstantMillis() {
    long nextMillis = Time.NEVER;
    for (Entry work : entries.values()) {
      nextMillis = Math.min(nextMillis, work.part.leaseExpiresMillis());
      nextMillis = Math.min(nextMillis, work.reportMillis);
    }
    return nextMillis;
  }
}
