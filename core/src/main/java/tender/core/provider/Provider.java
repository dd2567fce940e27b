package tender.core.provider;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tender.core.estimate.TransferTime;
import tender.core.message.CallId;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.model.BagId;
import tender.core.model.Cluster;
import tender.core.model.Job;
import tender.core.model.JobId;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;
import tender.core.model.Time;
import tender.core.plan.reschedule.PlanningScheduler;
import tender.core.promise.Expectation;
import tender.core.promise.Slack;
import tender.core.provider.state.EndedRun;
import tender.core.provider.state.JobRun;
import tender.core.provider.state.ProcessorAllocation;
import tender.core.provider.state.ProviderEffect;
import tender.core.provider.state.ProviderEvent;
import tender.core.provider.state.QueueDelta;
import tender.core.provider.state.RecoveredState;
import tender.core.provider.state.ReservationRecord;
import tender.core.provider.state.ReservedPart;

/**
 * The state machine of a space-shared provider: a cluster that serves its own users and runs parts
 * of bags besides, planned by a {@link PlanningPolicy}. {@link #handle} takes an event and the
 * current time, and returns the effects. The provider never makes a promise that would break
 * another one.
 *
 * <p>A reserved part is in the queue with its deadline, but cannot start before its lease expires;
 * once committed it can start immediately. So a reservation holds capacity without running
 * anything, and one that is not committed costs nothing but the time of its lease. A repeated
 * request about a reservation gets the same answer.
 *
 * <p>Its process may end at any time. What must survive is stored before any other effect ({@link
 * ProviderEffect.StoreReservation}) and recovered by the next process ({@link #resume}). Open calls
 * are not stored, because an offer holds nothing. If its clock jumps back, its time does not
 * advance until the clock has caught up.
 *
 * <p>In the model of the protocol, {@code Tender.tla}, these are the actions {@code Hold}, {@code
 * Refuse}, {@code Expire}, {@code Commit}, {@code Release} and {@code Finish}.
 */
public final class Provider implements ProviderStateMachine {
  private final ProviderTerms terms;
  private final PlanningScheduler scheduler;
  private final OfferService offers;
  private final PromiseAdjuster promiseAdjuster;
  private final TransferTimes transferTimes;
  private final ReservationTable table;
  private final CompletionReporter completionReporter;
  private final OpenCalls calls;
  private final ReservationHandler reservations;
  private final Map<JobId, List<JobRun>> runs = new LinkedHashMap<>();
  private final Map<JobId, Job> localJobs = new LinkedHashMap<>();
  private List<JobId> lastOrder = List.of();
  private long clockMillis = -Time.LIMIT_MILLIS;

  /** A provider that can hold the capacity that it plans. */
  public Provider(ProviderId id, Cluster cluster, ProviderTerms terms) {
    this(id, cluster, terms, Optional.empty());
  }

  /**
   * @param slack what was learned about its forecasts, if it cannot hold capacity
   */
  public Provider(ProviderId id, Cluster cluster, ProviderTerms terms, Optional<Slack> slack) {
    this.terms = terms;
    scheduler = terms.planningPolicy().scheduler(cluster);
    promiseAdjuster = new PromiseAdjuster(slack, cluster, terms.startDelayMillis());
    table = new ReservationTable(terms);
    transferTimes = new TransferTimes(cluster, table);
    offers = new OfferService(id, cluster, terms, scheduler, promiseAdjuster, transferTimes);
    completionReporter = new CompletionReporter(scheduler, transferTimes::deliveryMillis);
    calls = new OpenCalls(offers, promiseAdjuster, new CallEstimates(id, terms));
    reservations = new ReservationHandler(terms, table, calls, new QueueAllocator());
  }

  /** Restarts a provider whose process has ended. */
  public static Provider resume(
      ProviderId id,
      Cluster cluster,
      ProviderTerms terms,
      RecoveredState recovered,
      long nowMillis) {
    Provider provider = new Provider(id, cluster, terms, recovered.slack());
    provider.clockMillis = nowMillis;
    for (JobRun run : recovered.running()) {
      provider.runs.computeIfAbsent(run.job().id(), job -> new ArrayList<>()).add(run);
      provider.scheduler.addRunning(run.job(), run.tasks().size(), run.startedMillis());
    }
    for (Job job : recovered.localJobs()) {
      provider.localJobs.put(job.id(), job);
      if (!provider.runs.containsKey(job.id())) {
        provider.scheduler.submit(job, nowMillis);
      }
    }
    for (ReservationRecord reservation : recovered.reservations()) {
      provider.table.restore(reservation, provider.tasksRunning(reservation.id()));
    }
    for (JobRun run : recovered.ended()) {
      long ranMillis = run.ranMillis(run.tasks(), nowMillis);
      provider.table.endedUnobserved(run.job().id(), run.tasks(), ranMillis, nowMillis);
    }
    for (ReservationRecord reservation : recovered.reservations()) {
      provider
          .table
          .waiting(reservation.id())
          .ifPresent(job -> provider.scheduler.submit(job, nowMillis));
      reservation
          .part()
          .filter(ReservedPart::isCommitted)
          .ifPresent(part -> provider.reportCompletion(part.id()));
    }
    return provider;
  }

  private TaskSet tasksRunning(ReservationId id) {
    return runs.getOrDefault(ReservationTable.jobId(id), List.of()).stream()
        .map(JobRun::tasks)
        .reduce(TaskSet.empty(), TaskSet::plus);
  }

  @Override
  public List<ProviderEffect> handle(ProviderEvent event, long wallMillis) {
    clockMillis = Math.max(clockMillis, wallMillis);
    long nowMillis = clockMillis;
    List<ProviderEffect> effects = new ArrayList<>();
    reservations.expire(nowMillis, effects);
    if (terms.taskStarter() == ProviderTerms.TaskStarter.BATCH_SYSTEM) {
      // The batch system did not follow an overdue plan; offers must not be compared with it.
      scheduler.replanIfOverdue(nowMillis);
    }
    switch (event) {
      case ProviderEvent.LocalJobSubmitted(Job job) -> promise(job, nowMillis, effects);
      case ProviderEvent.MessageReceived(Message.ToProvider message) ->
          reservations.receive(message, nowMillis, effects);
      case ProviderEvent.TasksEnded(JobRun run) -> end(run, true, nowMillis);
      case ProviderEvent.TasksInterrupted(JobRun run) -> end(run, false, nowMillis);
      case ProviderEvent.TimeLimitReached(JobRun run) -> {
        table.extendTimeLimit(run.job(), nowMillis);
        end(run, false, nowMillis);
      }
      case ProviderEvent.QueueChanged(QueueDelta delta) -> applyDelta(delta, nowMillis, effects);
      case ProviderEvent.EstimateReady(CallId call, long estimateMillis) ->
          calls.estimateReady(call, estimateMillis, nowMillis, effects);
      case ProviderEvent.EstimateImproved(BagId bag, long estimateMillis) ->
          shorten(bag, offers.cluster().durationMillis(estimateMillis), nowMillis);
      case ProviderEvent.PartDropped part -> reservations.drop(part, nowMillis, effects);
      case ProviderEvent.ReservationForgotten(ReservationId id) ->
          reservations.forget(id, nowMillis, effects);
      case ProviderEvent.ReservationFailed(ReservationId id) ->
          reservations.reservationFailed(id, nowMillis, effects);
      case ProviderEvent.LocalLoadObserved(double busyShare) ->
          promiseAdjuster.setLocalLoad(busyShare);
      case ProviderEvent.TransferExpected(BagId bag, TransferTime time) ->
          transferTimes.expect(bag, time);
      case ProviderEvent.UsageMeasured usage -> table.measured(usage, nowMillis);
      case ProviderEvent.TimerFired() -> scheduler.replanAroundOverdue(nowMillis);
      case ProviderEvent.ShareIntervalEnded interval ->
          throw new IllegalArgumentException(
              "This provider is not time-shared, but got " + interval);
    }
    table.dueResults(nowMillis).forEach(results -> effects.add(new ProviderEffect.Send(results)));
    long nextStartMillis = plan(nowMillis, effects);
    completionReporter
        .takeChanges(nowMillis)
        .forEach(changed -> effects.add(new ProviderEffect.Send(changed)));
    table.takeFinished().stream()
        .flatMap(part -> promiseAdjuster.learn(part).stream())
        .forEach(slack -> effects.add(new ProviderEffect.StoreSlack(slack)));
    reservations.addStoreEffects(effects);
    effects.add(new ProviderEffect.SetTimer(Math.min(table.nextTimerMillis(), nextStartMillis)));
    return effects;
  }

  @Override
  public Optional<Message.SlotsPublished> publishSlots(long lookAheadMillis, long wallMillis) {
    return Optional.of(offers.publishedSlots(lookAheadMillis, Math.max(clockMillis, wallMillis)));
  }

  @Override
  public List<ProcessorAllocation> plannedAllocations(long wallMillis) {
    return PlannedAllocations.of(scheduler, localJobs.keySet(), Math.max(clockMillis, wallMillis));
  }

  /** Starts the due tasks, unless the batch system does; returns when to plan again. */
  private long plan(long nowMillis, List<ProviderEffect> effects) {
    if (terms.taskStarter() == ProviderTerms.TaskStarter.BATCH_SYSTEM) {
      scheduler.replanIfChanged(nowMillis);
      reorderQueue(nowMillis, effects);
      return Time.NEVER;
    }
    scheduler.startDue(nowMillis, (job, tasks) -> start(job, tasks, nowMillis, effects));
    return scheduler.nextStartMillis();
  }

  private void reorderQueue(long nowMillis, List<ProviderEffect> effects) {
    List<JobId> order =
        scheduler.queueOrder(nowMillis).stream()
            .filter(id -> terms.planningPolicy().isOneQueue() || !localJobs.containsKey(id))
            .toList();
    if (!order.equals(lastOrder)) {
      lastOrder = order;
      effects.add(new ProviderEffect.ReorderQueue(order));
    }
  }

  /** Applies ends before starts, so that the running jobs never exceed the cluster. */
  private void applyDelta(QueueDelta delta, long nowMillis, List<ProviderEffect> effects) {
    delta.finished().forEach(run -> removeRun(run, nowMillis));
    for (EndedRun ended : delta.ended()) {
      JobRun run = ended.run();
      removeRun(run, nowMillis);
      if (localJobs.remove(run.job().id()) != null) {
        promiseAdjuster.localJobEnded(nowMillis - run.startedMillis());
      }
      table.endedUnobserved(run.job().id(), run.tasks(), ended.ranMillis(), nowMillis);
    }
    delta.interrupted().forEach(run -> end(run, false, nowMillis));
    for (JobId id : delta.removed()) {
      localJobs.remove(id);
      scheduler.withdraw(id);
    }
    delta.submitted().forEach(job -> promise(job, nowMillis, effects));
    delta.started().forEach(this::startedByBatchSystem);
    delta.onNodes().ifPresent(scheduler::nodesObserved);
  }

  /** Frees the processors of ended tasks; short tasks may never have been observed to run. */
  private void removeRun(JobRun ended, long nowMillis) {
    for (JobRun run : List.copyOf(runs.getOrDefault(ended.job().id(), List.of()))) {
      removeTasks(run, run.tasks().intersect(ended.tasks()), nowMillis);
    }
    TaskSet removed = table.removeWaiting(ended.job().id(), ended.tasks());
    if (!removed.isEmpty()) {
      scheduler.removeTasks(ended.job(), removed.size());
    }
  }

  private void startedByBatchSystem(JobRun run) {
    JobId id = run.job().id();
    boolean local = localJobs.containsKey(id);
    if (local && runs.containsKey(id)) {
      return;
    }
    TaskSet tasks = local ? TaskSet.first(1) : table.removeWaiting(id, run.tasks());
    if (!tasks.isEmpty()) {
      scheduler.removeTasks(run.job(), tasks.size());
      scheduler.addRunning(run.job(), tasks.size(), run.startedMillis());
      runs.computeIfAbsent(id, job -> new ArrayList<>())
          .add(new JobRun(run.job(), tasks, run.startedMillis()));
    }
  }

  private void promise(Job job, long nowMillis, List<ProviderEffect> effects) {
    Job promised = localJobs.get(job.id());
    if (promised == null) {
      promised = job.withDeadline(offers.earliestDeadline(job, nowMillis));
      localJobs.put(job.id(), promised);
      scheduler.submit(promised, nowMillis);
    }
    effects.add(new ProviderEffect.LocalJobPromised(promised, job.deadlineMillis()));
    calls.sendChanged(nowMillis, effects);
  }

  /** Plans the waiting and running tasks of a bag by a shorter estimate. */
  private void shorten(BagId bag, long durationMillis, long nowMillis) {
    for (JobId id : table.shorten(bag, durationMillis, nowMillis)) {
      scheduler.shorten(id, durationMillis);
      List<JobRun> running = runs.get(id);
      if (running != null) {
        running.replaceAll(run -> run.withDuration(durationMillis));
      }
    }
  }

  private void reportCompletion(ReservationId id) {
    if (terms.planningPolicy().isCoordinated()) {
      completionReporter.committed(id);
    }
  }

  private void start(Job job, int tasks, long nowMillis, List<ProviderEffect> effects) {
    TaskSet started =
        localJobs.containsKey(job.id()) ? TaskSet.first(1) : table.start(job.id(), tasks);
    JobRun run = new JobRun(job, started, nowMillis);
    runs.computeIfAbsent(job.id(), id -> new ArrayList<>()).add(run);
    effects.add(new ProviderEffect.StartTasks(run));
  }

  /** Ends tasks; a duplicate event is ignored, because its tasks are no longer running. */
  private void end(JobRun ended, boolean withResult, long nowMillis) {
    for (JobRun run : List.copyOf(runs.getOrDefault(ended.job().id(), List.of()))) {
      TaskSet tasks = run.tasks().intersect(ended.tasks());
      if (run.startedMillis() != ended.startedMillis() || tasks.isEmpty()) {
        continue;
      }
      removeTasks(run, tasks, nowMillis);
      if (withResult) {
        localJobs.remove(run.job().id());
        table.ended(run.job().id(), tasks, run.ranMillis(tasks, nowMillis), nowMillis);
      } else {
        requeue(run.job().id(), tasks, nowMillis);
      }
    }
  }

  private void removeTasks(JobRun run, TaskSet tasks, long nowMillis) {
    List<JobRun> runsOfJob = runs.get(run.job().id());
    if (runsOfJob == null || tasks.isEmpty()) {
      return;
    }
    scheduler.ended(run.job(), tasks.size(), run.startedMillis(), nowMillis);
    TaskSet ended = run.tasks().minus(tasks);
    runsOfJob.remove(run);
    if (!ended.isEmpty()) {
      runsOfJob.add(new JobRun(run.job(), ended, run.startedMillis()));
    } else if (runsOfJob.isEmpty()) {
      runs.remove(run.job().id());
    }
  }

  private void requeue(JobId id, TaskSet tasks, long nowMillis) {
    Job local = localJobs.get(id);
    if (local != null) {
      scheduler.submit(local, nowMillis);
      return;
    }
    table
        .requeue(id, tasks)
        .ifPresent(
            job -> {
              scheduler.withdraw(id);
              scheduler.submit(job, nowMillis);
            });
  }

  /** Holds capacity by putting parts into the queue, among the jobs of local users. */
  private final class QueueAllocator implements ReservationHandler.PartAllocator {
    @Override
    public Optional<ReservedPart> hold(
        Message.Reserve reserve, Message.Call call, long leaseExpiresMillis, long nowMillis) {
      Optional<Expectation> expectation = promiseAdjuster.expectation(reserve);
      Job job = offers.job(reserve, call, expectation, leaseExpiresMillis);
      Job offered = job.withTasks(calls.tasksOnOffer(reserve));
      if (offers.canMeetDeadline(job, nowMillis)) {
        scheduler.submit(job, nowMillis);
      } else if (offers.canMeetDeadline(offered, nowMillis)) {
        scheduler.submitShrunk(offered, job.tasks(), nowMillis);
      } else {
        return Optional.empty();
      }
      return Optional.of(ReservedPart.reserved(reserve.id(), job, leaseExpiresMillis, expectation));
    }

    @Override
    public void committed(ReservedPart part, long nowMillis) {
      scheduler.replace(part.job());
      reportCompletion(part.id());
    }

    @Override
    public void released(ReservedPart part) {
      scheduler.withdraw(part.job().id());
      completionReporter.released(part.id());
    }

    @Override
    public void bagCompletionChanged(ReservationId id, long completionMillis) {
      ReservedPart part = table.part(id);
      if (part != null && part.isCommitted()) {
        completionReporter.bagCompletionChanged(id, completionMillis);
      }
    }
  }
}
