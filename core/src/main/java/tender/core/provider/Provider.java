package tender.core.provider;

import tender.core.provider.state.ProviderEffect;
import tender.core.provider.state.EndedRun;
import tender.core.provider.state.ProviderEvent;
import tender.core.provider.state.RecoveredState;
import tender.core.provider.state.ReservedPart;
import tender.core.provider.state.ReservationRecord;
import tender.core.provider.state.ProcessorAllocation;
import tender.core.provider.state.JobRun;
import tender.core.provider.state.QueueDelta;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tender.core.message.CallId;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.model.Cluster;
import tender.core.model.Job;
import tender.core.model.JobId;
import tender.core.model.ProviderId;
import tender.core.model.RunningJob;
import tender.core.model.TaskSet;
import tender.core.model.Time;
import tender.core.plan.Plan;
import tender.core.plan.reschedule.PlanningScheduler;
import tender.core.promise.Expectation;
import tender.core.promise.Slack;

/**
 * A provider: a cluster that serves its own users and does parts of bags beside them, by a {@link
 * Planning rule} of its owner's. Whatever happens to it comes in by {@link #handle}, with the
 * present; what it wants done comes out. It promises nobody anything that would break a promise to
 * somebody else.
 *
 * <p>A part that is reserved stands in the queue with its deadline, but cannot start before its
 * lease ends; once committed it can start at once. So a reservation holds room without running
 * anything, and one that nobody commits costs nothing but the time of its lease. What was answered
 * to a reservation is answered again whenever it is asked again.
 *
 * <p>Its process may end at any moment. What must outlive it is stored before anything else is done
 * ({@link ProviderEffect.StoreReservation}), and handed to its successor ({@link #resume}). Open calls are not: an
 * offer holds nothing. Its clock may jump back, and then stands still until it has caught up.
 *
 * <p>In the model of the protocol, {@code Tender.tla}, these are the actions {@code Hold}, {@code
 * Refuse}, {@code Expire}, {@code Commit}, {@code Release} and {@code Finish}.
 */
public final class Provider implements ProviderStateMachine {
  private final ProviderTerms terms;
  private final PlanningScheduler scheduler;
  private final OfferService offers;
  private final PromiseAdjuster promiseAdjuster;
  private final ReservationTable table;
  private final CompletionReporter completionReporter;
  private final OpenCalls calls;
  private final ReservationHandler reservations;
  private final Map<JobId, List<JobRun>> runs = new LinkedHashMap<>();
  private final Map<JobId, Job> localJobs = new LinkedHashMap<>();
  private List<JobId> lastOrder = List.of();
  private long clockMillis = -Time.LIMIT_MILLIS;

  /** A provider that can hold what it plans. */
  public Provider(ProviderId id, Cluster cluster, ProviderTerms terms) {
    this(id, cluster, terms, Optional.empty());
  }

  /**
   * @param slack what is known of its forecasts, where it can do no more than forecast
   */
  public Provider(ProviderId id, Cluster cluster, ProviderTerms terms, Optional<Slack> slack) {
    this.terms = terms;
    scheduler = terms.planningPolicy().scheduler(cluster);
    promiseAdjuster = new PromiseAdjuster(slack);
    offers = new OfferService(id, cluster, terms, scheduler, promiseAdjuster);
    table = new ReservationTable(terms);
    completionReporter = new CompletionReporter(scheduler);
    calls = new OpenCalls(offers, promiseAdjuster, new CallEstimates(id, terms));
    reservations = new ReservationHandler(terms, table, calls, new QueueAllocator());
  }

  /** A provider that takes over from one whose process has ended. */
  public static Provider resume(
      ProviderId id, Cluster cluster, ProviderTerms terms, RecoveredState found, long nowMillis) {
    Provider provider = new Provider(id, cluster, terms, found.slack());
    provider.clockMillis = nowMillis;
    for (JobRun run : found.running()) {
      provider.runs.computeIfAbsent(run.job().id(), job -> new ArrayList<>()).add(run);
      provider.scheduler.addRunning(run.job(), run.tasks().size(), run.startedMillis());
    }
    for (Job job : found.localJobs()) {
      provider.localJobs.put(job.id(), job);
      if (!provider.runs.containsKey(job.id())) {
        provider.scheduler.submit(job, nowMillis);
      }
    }
    for (ReservationRecord kept : found.reservations()) {
      provider.table.restore(kept, provider.tasksRunning(kept.id()));
    }
    for (JobRun run : found.ended()) {
      long ranMillis = run.ranMillis(run.tasks(), nowMillis);
      provider.table.endedUnobserved(run.job().id(), run.tasks(), ranMillis, nowMillis);
    }
    for (ReservationRecord kept : found.reservations()) {
      provider.table.waiting(kept.id()).ifPresent(job -> provider.scheduler.submit(job, nowMillis));
      kept.part().filter(ReservedPart::isCommitted).ifPresent(part -> provider.reportCompletion(part.id()));
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
      // A plan that was not followed is nobody's right, and would make all offers look harmful.
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
      case ProviderEvent.QueueChanged(QueueDelta sighting) -> applyDelta(sighting, nowMillis, effects);
      case ProviderEvent.EstimateReady(CallId call, long estimateMillis) ->
          calls.estimateReady(call, estimateMillis, nowMillis, effects);
      case ProviderEvent.ReservationFailed(ReservationId id) -> reservations.reservationFailed(id, nowMillis, effects);
      case ProviderEvent.TimerFired() -> scheduler.replanAroundOverdue(nowMillis);
      case ProviderEvent.ShareIntervalEnded over ->
          throw new IllegalArgumentException("Time is not shared here, but it is said: " + over);
    }
    table.dueResults(nowMillis).forEach(results -> effects.add(new ProviderEffect.Send(results)));
    long nextStartMillis = plan(nowMillis, effects);
    completionReporter.takeChanges(nowMillis).forEach(news -> effects.add(new ProviderEffect.Send(news)));
    table.takeFinished().stream()
        .flatMap(part -> promiseAdjuster.learn(part).stream())
        .forEach(slack -> effects.add(new ProviderEffect.StoreSlack(slack)));
    reservations.addStoreEffects(effects);
    effects.add(new ProviderEffect.SetTimer(Math.min(table.nextInstantMillis(), nextStartMillis)));
    return effects;
  }

  /** When processors stand free beside all that runs and is planned. */
  @Override
  public Optional<Message.SlotsPublished> publishSlots(long lookAheadMillis, long wallMillis) {
    return Optional.of(offers.publishedSlots(lookAheadMillis, Math.max(clockMillis, wallMillis)));
  }

  @Override
  public List<ProcessorAllocation> plannedAllocations(long wallMillis) {
    List<ProcessorAllocation> outlook = new ArrayList<>();
    for (RunningJob job : scheduler.snapshot(Math.max(clockMillis, wallMillis)).running()) {
      outlook.add(
          new ProcessorAllocation(
              job.id(),
              localJobs.containsKey(job.id()),
              job.processors(),
              job.startedMillis(),
              job.expectedEndMillis()));
    }
    Plan plan = scheduler.plan();
    for (int i = 0; i < plan.jobs().size(); i++) {
      Job job = plan.jobs().get(i);
      for (int run = 0; run < plan.runs(i); run++) {
        long fromMillis = plan.runStartMillis(i, run);
        outlook.add(
            new ProcessorAllocation(
                job.id(),
                localJobs.containsKey(job.id()),
                plan.runTasks(i, run) * job.width(),
                fromMillis,
                fromMillis + job.durationMillis()));
      }
    }
    return outlook;
  }

  /** Starts what is due, unless that is somebody else's business, and says when to look again. */
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
    List<JobId> wanted = scheduler.queueOrder(nowMillis);
    if (!wanted.equals(lastOrder)) {
      lastOrder = wanted;
      effects.add(new ProviderEffect.ReorderQueue(wanted));
    }
  }

  /** Ends come first, so that never more seems to run than the cluster has room for. */
  private void applyDelta(QueueDelta sighting, long nowMillis, List<ProviderEffect> effects) {
    sighting.finished().forEach(run -> removeRun(run, nowMillis));
    for (EndedRun ended : sighting.ended()) {
      JobRun run = ended.run();
      removeRun(run, nowMillis);
      localJobs.remove(run.job().id());
      table.endedUnobserved(run.job().id(), run.tasks(), ended.ranMillis(), nowMillis);
    }
    sighting.interrupted().forEach(run -> end(run, false, nowMillis));
    for (JobId id : sighting.removed()) {
      localJobs.remove(id);
      scheduler.withdraw(id);
    }
    sighting.submitted().forEach(job -> promise(job, nowMillis, effects));
    sighting.started().forEach(this::startedByBatchSystem);
  }

  /** Frees what tasks took; those that are short were never seen to run. */
  private void removeRun(JobRun left, long nowMillis) {
    for (JobRun run : List.copyOf(runs.getOrDefault(left.job().id(), List.of()))) {
      removeTasks(run, run.tasks().intersect(left.tasks()), nowMillis);
    }
    TaskSet waited = table.removeWaiting(left.job().id(), left.tasks());
    if (!waited.isEmpty()) {
      scheduler.removeTasks(left.job(), waited.size());
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

  private void reportCompletion(ReservationId id) {
    if (terms.planningPolicy().isCoordinated()) {
      completionReporter.committed(id);
    }
  }

  private void start(Job job, int tasks, long nowMillis, List<ProviderEffect> effects) {
    TaskSet which =
        localJobs.containsKey(job.id()) ? TaskSet.first(1) : table.start(job.id(), tasks);
    JobRun run = new JobRun(job, which, nowMillis);
    runs.computeIfAbsent(job.id(), id -> new ArrayList<>()).add(run);
    effects.add(new ProviderEffect.StartTasks(run));
  }

  /** Word of an end may come twice; what is not known to run has ended before. */
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

  /** Some tasks of a run hold their processors no longer. */
  private void removeTasks(JobRun run, TaskSet tasks, long nowMillis) {
    List<JobRun> ofJob = runs.get(run.job().id());
    if (ofJob == null || tasks.isEmpty()) {
      return;
    }
    scheduler.ended(run.job(), tasks.size(), run.startedMillis(), nowMillis);
    TaskSet left = run.tasks().minus(tasks);
    ofJob.remove(run);
    if (!left.isEmpty()) {
      ofJob.add(new JobRun(run.job(), left, run.startedMillis()));
    } else if (ofJob.isEmpty()) {
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

  /** Parts stand in the queue, among local users' jobs. */
  private final class QueueAllocator implements ReservationHandler.PartAllocator {
    @Override
    public Optional<ReservedPart> hold(
        Message.Reserve reserve, Message.Call call, long leaseUntilMillis, long nowMillis) {
      Optional<Expectation> expected = promiseAdjuster.expectation(reserve);
      Job job = offers.job(reserve, call, expected, leaseUntilMillis);
      Job offered = job.withTasks(calls.tasksOnOffer(reserve));
      if (offers.canMeetDeadline(job, nowMillis)) {
        scheduler.submit(job, nowMillis);
      } else if (offers.canMeetDeadline(offered, nowMillis)) {
        scheduler.submitShrunk(offered, job.tasks(), nowMillis);
      } else {
        return Optional.empty();
      }
      return Optional.of(ReservedPart.reserved(reserve.id(), job, leaseUntilMillis, expected));
    }

    @Override
    public void committed(ReservedPart part, long nowMillis) {
      scheduler.replace(part.job());
      reportCompletion(part.id());
    }

    @Override
    public void released(ReservedPart part) {
      scheduler.withdraw(part.job().id());
    }

    @Override
    public void bagCompletionChanged(ReservationId id, long byMillis) {
      ReservedPart part = table.part(id);
      if (part != null && part.isCommitted()) {
        completionReporter.bagCompletionChanged(id, byMillis);
      }
    }
  }
}
