package tender.core.provider;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.model.BagId;
import tender.core.model.Job;
import tender.core.model.JobId;
import tender.core.model.Offer;
import tender.core.model.TaskSet;
import tender.core.model.Time;
import tender.core.provider.state.ProviderEvent;
import tender.core.provider.state.ReservationRecord;
import tender.core.provider.state.ReservedPart;
import tender.core.provider.state.ShareAccount;

/**
 * All reservations that a provider knows: its last answers, and the parts that it holds or runs.
 */
final class ReservationTable {
  /** Longer than any message can be in transit. */
  private static final long RETENTION_MILLIS = Time.DAY_MILLIS;

  private static final long DELETE_INTERVAL_MILLIS = Time.HOUR_MILLIS;

  private final ProviderTerms terms;
  private final long reportMillis;
  private final Map<ReservationId, ReservationRecord> records = new LinkedHashMap<>();
  private final Map<ReservationId, Entry> entries = new LinkedHashMap<>();
  private final Map<JobId, Entry> byJob = new LinkedHashMap<>();
  private final Set<ReservationId> changed = new LinkedHashSet<>();
  private final List<ReservationId> deleted = new ArrayList<>();
  private final List<ReservedPart> finished = new ArrayList<>();
  private long lastDeletedMillis;

  /** A part with the state that is not stored because it can be observed again after a restart. */
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

  void restore(ReservationRecord reservation, TaskSet running) {
    records.put(reservation.id(), reservation);
    reservation
        .part()
        .ifPresent(
            part -> {
              Entry entry = new Entry(part, part.tasks().minus(part.endedTasks()).minus(running));
              put(entry);
              if (part.hasUnacceptedResults()) {
                entry.reportMillis = -Time.LIMIT_MILLIS;
              }
            });
  }

  private void put(Entry entry) {
    entries.put(entry.part.id(), entry);
    byJob.put(entry.part.job().id(), entry);
  }

  private void remove(ReservationId id) {
    Entry entry = entries.remove(id);
    if (entry != null) {
      byJob.remove(entry.part.job().id());
    }
  }

  /** The tasks of a part that wait in the queue, if any. */
  Optional<Job> waiting(ReservationId id) {
    Entry entry = entries.get(id);
    if (entry == null) {
      return Optional.empty();
    }
    int tasks = entry.part.isCommitted() ? entry.waiting.size() : entry.part.job().tasks();
    return tasks == 0 ? Optional.empty() : Optional.of(entry.part.job().withTasks(tasks));
  }

  @Nullable ReservedPart part(ReservationId id) {
    Entry entry = entries.get(id);
    return entry == null ? null : entry.part;
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
      ReservationId id, Message.RefusalReason reason, List<Offer> alternatives, long nowMillis) {
    remove(id);
    return store(new Message.Refused(id, reason, alternatives), Optional.empty(), nowMillis);
  }

  /**
   * Refuses a part from now on that was released while it ran, and stores its final bill.
   *
   * @param part the released part
   */
  void refuseWithBill(ReservedPart part, long nowMillis) {
    Message.Results last = results(part);
    refuse(part.id(), Message.RefusalReason.LEASE_EXPIRED, List.of(), nowMillis);
    ReservationRecord record = records.get(part.id());
    if (record != null && terms.isPaid(part)) {
      records.put(
          part.id(),
          new ReservationRecord(
              record.id(),
              record.lastAnswer(),
              Optional.empty(),
              nowMillis,
              Optional.of(last.bill())));
    }
  }

  /** The final bill of a released part, as a report without results; empty if it has none. */
  Optional<Message.Results> finalBill(ReservationId id) {
    return Optional.ofNullable(records.get(id))
        .flatMap(
            record ->
                record
                    .finalBill()
                    .map(
                        bill ->
                            new Message.Results(
                                id, TaskSet.empty(), record.updatedMillis(), bill)));
  }

  private Message.ReservationAnswer store(
      Message.ReservationAnswer answer, Optional<ReservedPart> part, long nowMillis) {
    deleteOld(nowMillis);
    records.put(answer.id(), new ReservationRecord(answer.id(), answer, part, nowMillis));
    changed.add(answer.id());
    return answer;
  }

  private void deleteOld(long nowMillis) {
    if (nowMillis < lastDeletedMillis + DELETE_INTERVAL_MILLIS) {
      return;
    }
    lastDeletedMillis = nowMillis;
    records.values().stream()
        .filter(record -> record.part().isEmpty())
        .filter(record -> record.updatedMillis() <= nowMillis - RETENTION_MILLIS)
        .map(ReservationRecord::id)
        .toList()
        .forEach(this::forget);
  }

  /** Deletes the record of a reservation without a part. */
  void forget(ReservationId id) {
    if (records.remove(id) != null) {
      changed.remove(id);
      deleted.add(id);
    }
  }

  /** The records that were deleted since the last call. */
  List<ReservationId> takeDeleted() {
    List<ReservationId> taken = List.copyOf(deleted);
    deleted.clear();
    return taken;
  }

  /** The parts of which no task has started. */
  List<ReservedPart> notStarted() {
    return entries.values().stream()
        .filter(entry -> entry.waiting.equals(entry.part.tasks()))
        .map(entry -> entry.part)
        .toList();
  }

  List<ReservationId> expiredLeases(long nowMillis) {
    return entries.values().stream()
        .map(entry -> entry.part)
        .filter(part -> part.leaseExpiresMillis() <= nowMillis)
        .map(ReservedPart::id)
        .toList();
  }

  /** Moves this number of waiting tasks of a part to the running ones. */
  TaskSet start(JobId id, int tasks) {
    Entry entry = byJob.get(id);
    TaskSet started = entry == null ? TaskSet.empty() : entry.waiting.lowest(tasks);
    if (entry == null || started.size() != tasks) {
      throw new IllegalStateException(
          "Cannot start " + tasks + " tasks of " + id + "; only " + started + " are waiting.");
    }
    entry.waiting = entry.waiting.minus(started);
    return started;
  }

  /** Removes those of the tasks that are waiting, and returns them. */
  TaskSet removeWaiting(JobId id, TaskSet tasks) {
    Entry entry = byJob.get(id);
    if (entry == null) {
      return TaskSet.empty();
    }
    TaskSet removed = entry.waiting.intersect(tasks);
    entry.waiting = entry.waiting.minus(removed);
    return removed;
  }

  /** Puts tasks back and returns all waiting tasks; empty if the part is unknown or released. */
  Optional<Job> requeue(JobId id, TaskSet tasks) {
    Entry entry = byJob.get(id);
    if (entry == null) {
      return Optional.empty();
    }
    entry.waiting = entry.waiting.plus(tasks);
    return Optional.of(entry.part.job().withTasks(entry.waiting.size()));
  }

  /** Doubles the time limit of all tasks of a part because some of them exceeded it. */
  void extendTimeLimit(Job killed, long nowMillis) {
    Entry entry = byJob.get(killed.id());
    if (entry != null) {
      long durationMillis = Math.min(2 * killed.durationMillis(), Time.LIMIT_MILLIS);
      Job extended =
          entry
              .part
              .job()
              .withDuration(Math.max(durationMillis, entry.part.job().durationMillis()));
      update(entry, entry.part.withJob(extended), nowMillis);
    }
  }

  /** Reduces the estimate of the parts of a bag; the jobs of those that had a longer one. */
  List<JobId> shorten(BagId bag, long durationMillis, long nowMillis) {
    List<JobId> shortened = new ArrayList<>();
    for (Entry entry : entries.values()) {
      Job job = entry.part.job();
      if (entry.part.id().call().bag().equals(bag) && durationMillis < job.durationMillis()) {
        update(entry, entry.part.withJob(job.withDuration(durationMillis)), nowMillis);
        shortened.add(job.id());
      }
    }
    return shortened;
  }

  /**
   * Tasks have ended with a result.
   *
   * @param ranMillis their total run time
   */
  void ended(JobId id, TaskSet tasks, long ranMillis, long nowMillis) {
    Entry entry = byJob.get(id);
    if (entry != null) {
      update(entry, entry.part.withEnded(tasks, ranMillis, nowMillis), nowMillis);
      long dueMillis = entry.part.isAllEnded() ? nowMillis : Time.after(nowMillis, reportMillis);
      if (entry.part.isAllEnded()) {
        finished.add(entry.part);
      }
      entry.reportMillis = Math.min(entry.reportMillis, dueMillis);
    }
  }

  /** The parts whose last task has ended since the last call. */
  List<ReservedPart> takeFinished() {
    List<ReservedPart> taken = List.copyOf(finished);
    finished.clear();
    return taken;
  }

  /** Tasks have ended that were not observed to start or run. */
  void endedUnobserved(JobId id, TaskSet tasks, long ranMillis, long nowMillis) {
    Entry entry = byJob.get(id);
    if (entry != null) {
      entry.waiting = entry.waiting.minus(tasks);
      TaskSet newlyEnded = tasks.intersect(entry.part.tasks()).minus(entry.part.endedTasks());
      if (!newlyEnded.isEmpty()) {
        boolean isAllNew = newlyEnded.size() == tasks.size();
        long newRanMillis = isAllNew ? ranMillis : ranMillis / tasks.size() * newlyEnded.size();
        ended(id, newlyEnded, newRanMillis, nowMillis);
      }
    }
  }

  void accepted(ReservationId id, TaskSet tasks, long nowMillis) {
    Entry entry = entries.get(id);
    if (entry == null) {
      return;
    }
    update(entry, entry.part.withAccepted(tasks), nowMillis);
    if (!entry.part.hasUnacceptedResults()) {
      entry.reportMillis = Time.NEVER;
    }
    if (entry.part.isCommitted() && entry.part.isAllAccepted()) {
      remove(id);
      store(new Message.Committed(id), Optional.empty(), nowMillis);
    }
  }

  private void update(Entry entry, ReservedPart part, long nowMillis) {
    if (!part.equals(entry.part)) {
      entry.part = part;
      ReservationRecord before = records.get(part.id());
      if (before != null) {
        records.put(
            part.id(),
            new ReservationRecord(part.id(), before.lastAnswer(), Optional.of(part), nowMillis));
        changed.add(part.id());
      }
    }
  }

  /** The bid or the charges of a part have changed. */
  void updateShareAccount(ReservationId id, ShareAccount account, long nowMillis) {
    Entry entry = entries.get(id);
    if (entry != null) {
      update(entry, entry.part.withShareAccount(account), nowMillis);
    }
  }

  /** The run time of a part's tasks was measured; ignored if the part is unknown or released. */
  void measured(ProviderEvent.UsageMeasured usage, long nowMillis) {
    Entry entry = entries.get(usage.id());
    if (entry != null) {
      update(entry, entry.part.withMeasured(usage.ranMillis()), nowMillis);
    }
  }

  /** The progress of a part; empty if it is not committed. */
  Optional<Message.ReservationAnswer> progress(ReservationId id) {
    ReservedPart part = part(id);
    return part != null && part.isCommitted() ? Optional.of(results(part)) : Optional.empty();
  }

  /** All results so far, and the cost of everything used so far. */
  private Message.Results results(ReservedPart part) {
    return new Message.Results(
        part.id(),
        part.endedTasks(),
        part.lastEndedMillis(),
        part.shareAccount()
            .map(ShareAccount::bill)
            .orElseGet(() -> terms.price(part.chargedProcessorMillis())));
  }

  /** Results that are due to be reported; they are due again until they are accepted. */
  List<Message.Results> dueResults(long nowMillis) {
    List<Message.Results> due = new ArrayList<>();
    for (Entry entry : entries.values()) {
      if (entry.reportMillis <= nowMillis) {
        entry.reportMillis = Time.after(nowMillis, reportMillis);
        due.add(results(entry.part));
      }
    }
    return due;
  }

  /** The records that were changed since the last call. */
  List<ReservationRecord> takeChanged() {
    List<ReservationRecord> taken =
        changed.stream().map(records::get).filter(Objects::nonNull).toList();
    changed.clear();
    return taken;
  }

  long nextTimerMillis() {
    long nextMillis = Time.NEVER;
    for (Entry entry : entries.values()) {
      nextMillis = Math.min(nextMillis, entry.part.leaseExpiresMillis());
      nextMillis = Math.min(nextMillis, entry.reportMillis);
    }
    return nextMillis;
  }
}
