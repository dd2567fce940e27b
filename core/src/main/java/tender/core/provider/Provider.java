package tender.core.provider;

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
import tender.core.plan.PlanningScheduler;
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
 * ({@link Effect.Remember}), and handed to its successor ({@link #resume}). Open calls are not: an
 * offer holds nothing. Its clock may jump back, and then stands still until it has caught up.
 *
 * <p>In the model of the protocol, {@code Tender.tla}, these are the actions {@code Hold}, {@code
 * Refuse}, {@code Expire}, {@code Commit}, {@code Release} and {@code Finish}.
 */
public final class Provider implements ProviderRules {
  private final Terms terms;
  private final PlanningScheduler scheduler;
  private final Desk desk;
  private final Hedge hedge;
  private final Parts parts;
  private final Forecasts forecasts;
  private final OpenCalls calls;
  private final Dealings dealings;
  private final Map<JobId, List<Run>> runs = new LinkedHashMap<>();
  private final Map<JobId, Job> localJobs = new LinkedHashMap<>();
  private List<JobId> ordered = List.of();
  private long clockMillis = -Time.LIMIT_MILLIS;

  /** A provider that can hold what it plans. */
  public Provider(ProviderId id, Cluster cluster, Terms terms) {
    this(id, cluster, terms, Optional.empty());
  }

  /**
   * @param slack what is known of its forecasts, where it can do no more than forecast
   */
  public Provider(ProviderId id, Cluster cluster, Terms terms, Optional<Slack> slack) {
    this.terms = terms;
    scheduler = terms.planning().scheduler(cluster);
    hedge = new Hedge(slack);
    desk = new Desk(id, cluster, terms, scheduler, hedge);
    parts = new Parts(terms);
    forecasts = new Forecasts(scheduler);
    calls = new OpenCalls(desk, hedge, new Estimates(id, terms));
    dealings = new Dealings(terms, parts, calls, new InQueue());
  }

  /** A provider that takes over from one whose process has ended. */
  public static Provider resume(
      ProviderId id, Cluster cluster, Terms terms, Found found, long nowMillis) {
    Provider provider = new Provider(id, cluster, terms, found.slack());
    provider.clockMillis = nowMillis;
    for (Run run : found.running()) {
      provider.runs.computeIfAbsent(run.job().id(), job -> new ArrayList<>()).add(run);
      provider.scheduler.adopt(run.job(), run.tasks().size(), run.startedMillis());
    }
    for (Job job : found.localJobs()) {
      provider.localJobs.put(job.id(), job);
      if (!provider.runs.containsKey(job.id())) {
        provider.scheduler.submit(job, nowMillis);
      }
    }
    for (Kept kept : found.kept()) {
      provider.parts.restore(kept, provider.tasksRunning(kept.id()));
    }
    for (Run run : found.ended()) {
      long ranMillis = run.ranMillis(run.tasks(), nowMillis);
      provider.parts.endedUnseen(run.job().id(), run.tasks(), ranMillis, nowMillis);
    }
    for (Kept kept : found.kept()) {
      provider.parts.waiting(kept.id()).ifPresent(job -> provider.scheduler.submit(job, nowMillis));
      kept.part().filter(HeldPart::isCommitted).ifPresent(part -> provider.expectNews(part.id()));
    }
    return provider;
  }

  private TaskSet tasksRunning(ReservationId id) {
    return runs.getOrDefault(Parts.jobId(id), List.of()).stream()
        .map(Run::tasks)
        .reduce(TaskSet.empty(), TaskSet::plus);
  }

  @Override
  public List<Effect> handle(Event event, long wallMillis) {
    clockMillis = Math.max(clockMillis, wallMillis);
    long nowMillis = clockMillis;
    List<Effect> effects = new ArrayList<>();
    dealings.expire(nowMillis, effects);
    if (terms.starter() == Terms.Starter.BATCH_SYSTEM) {
      // A plan that was not followed is nobody's right, and would make all offers look harmful.
      scheduler.planIfOverdue(nowMillis);
    }
    switch (event) {
      case Event.LocalSubmitted(Job job) -> promise(job, nowMillis, effects);
      case Event.Received(Message.ToProvider message) ->
          dealings.receive(message, nowMillis, effects);
      case Event.TasksEnded(Run run) -> end(run, true, nowMillis);
      case Event.TasksStopped(Run run) -> end(run, false, nowMillis);
      case Event.LimitReached(Run run) -> {
        parts.lengthen(run.job(), nowMillis);
        end(run, false, nowMillis);
      }
      case Event.QueueSeen(Sighting sighting) -> see(sighting, nowMillis, effects);
      case Event.Estimated(CallId call, long estimateMillis) ->
          calls.estimated(call, estimateMillis, nowMillis, effects);
      case Event.CannotHold(ReservationId id) -> dealings.cannotHold(id, nowMillis, effects);
      case Event.Woken() -> scheduler.planAroundLateOnes(nowMillis);
      case Event.IntervalOver over ->
          throw new IllegalArgumentException("Time is not shared here, but it is said: " + over);
    }
    parts.dueResults(nowMillis).forEach(results -> effects.add(new Effect.Send(results)));
    long nextStartMillis = plan(nowMillis, effects);
    forecasts.takeNews(nowMillis).forEach(news -> effects.add(new Effect.Send(news)));
    parts.takeFinished().stream()
        .flatMap(part -> hedge.learn(part).stream())
        .forEach(slack -> effects.add(new Effect.Learned(slack)));
    dealings.writeDown(effects);
    effects.add(new Effect.WakeAt(Math.min(parts.nextInstantMillis(), nextStartMillis)));
    return effects;
  }

  /** When processors stand free beside all that runs and is planned. */
  @Override
  public Optional<Message.Published> published(long lookAheadMillis, long wallMillis) {
    return Optional.of(desk.published(lookAheadMillis, Math.max(clockMillis, wallMillis)));
  }

  @Override
  public List<Occupied> outlook(long wallMillis) {
    List<Occupied> outlook = new ArrayList<>();
    for (RunningJob job : scheduler.snapshot(Math.max(clockMillis, wallMillis)).running()) {
      outlook.add(
          new Occupied(
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
            new Occupied(
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
  private long plan(long nowMillis, List<Effect> effects) {
    if (terms.starter() == Terms.Starter.BATCH_SYSTEM) {
      scheduler.planIfChanged(nowMillis);
      order(nowMillis, effects);
      return Time.NEVER;
    }
    scheduler.startDue(nowMillis, (job, tasks) -> start(job, tasks, nowMillis, effects));
    return scheduler.nextStartMillis();
  }

  private void order(long nowMillis, List<Effect> effects) {
    List<JobId> wanted = scheduler.order(nowMillis);
    if (!wanted.equals(ordered)) {
      ordered = wanted;
      effects.add(new Effect.Order(wanted));
    }
  }

  /** Ends come first, so that never more seems to run than the cluster has room for. */
  private void see(Sighting sighting, long nowMillis, List<Effect> effects) {
    sighting.finished().forEach(run -> leave(run, nowMillis));
    for (EndedRun ended : sighting.ended()) {
      Run run = ended.run();
      leave(run, nowMillis);
      localJobs.remove(run.job().id());
      parts.endedUnseen(run.job().id(), run.tasks(), ended.ranMillis(), nowMillis);
    }
    sighting.stopped().forEach(run -> end(run, false, nowMillis));
    for (JobId id : sighting.gone()) {
      localJobs.remove(id);
      scheduler.withdraw(id);
    }
    sighting.submitted().forEach(job -> promise(job, nowMillis, effects));
    sighting.started().forEach(this::startedByOthers);
  }

  /** Frees what tasks took; those that are short were never seen to run. */
  private void leave(Run left, long nowMillis) {
    for (Run run : List.copyOf(runs.getOrDefault(left.job().id(), List.of()))) {
      takeOff(run, run.tasks().and(left.tasks()), nowMillis);
    }
    TaskSet waited = parts.leave(left.job().id(), left.tasks());
    if (!waited.isEmpty()) {
      scheduler.leave(left.job(), waited.size());
    }
  }

  private void startedByOthers(Run run) {
    JobId id = run.job().id();
    boolean local = localJobs.containsKey(id);
    if (local && runs.containsKey(id)) {
      return;
    }
    TaskSet tasks = local ? TaskSet.first(1) : parts.leave(id, run.tasks());
    if (!tasks.isEmpty()) {
      scheduler.leave(run.job(), tasks.size());
      scheduler.adopt(run.job(), tasks.size(), run.startedMillis());
      runs.computeIfAbsent(id, job -> new ArrayList<>())
          .add(new Run(run.job(), tasks, run.startedMillis()));
    }
  }

  private void promise(Job job, long nowMillis, List<Effect> effects) {
    Job promised = localJobs.get(job.id());
    if (promised == null) {
      promised = job.withDeadline(desk.earliestDeadline(job, nowMillis));
      localJobs.put(job.id(), promised);
      scheduler.submit(promised, nowMillis);
    }
    effects.add(new Effect.LocalPromised(promised, job.deadlineMillis()));
    calls.sendChanged(nowMillis, effects);
  }

  private void expectNews(ReservationId id) {
    if (terms.planning().isCoordinated()) {
      forecasts.committed(id);
    }
  }

  private void start(Job job, int tasks, long nowMillis, List<Effect> effects) {
    TaskSet which =
        localJobs.containsKey(job.id()) ? TaskSet.first(1) : parts.start(job.id(), tasks);
    Run run = new Run(job, which, nowMillis);
    runs.computeIfAbsent(job.id(), id -> new ArrayList<>()).add(run);
    effects.add(new Effect.Start(run));
  }

  /** Word of an end may come twice; what is not known to run has ended before. */
  private void end(Run ended, boolean withResult, long nowMillis) {
    for (Run run : List.copyOf(runs.getOrDefault(ended.job().id(), List.of()))) {
      TaskSet tasks = run.tasks().and(ended.tasks());
      if (run.startedMillis() != ended.startedMillis() || tasks.isEmpty()) {
        continue;
      }
      takeOff(run, tasks, nowMillis);
      if (withResult) {
        localJobs.remove(run.job().id());
        parts.ended(run.job().id(), tasks, run.ranMillis(tasks, nowMillis), nowMillis);
      } else {
        queueAgain(run.job().id(), tasks, nowMillis);
      }
    }
  }

  /** Some tasks of a run hold their processors no longer. */
  private void takeOff(Run run, TaskSet tasks, long nowMillis) {
    List<Run> ofJob = runs.get(run.job().id());
    if (ofJob == null || tasks.isEmpty()) {
      return;
    }
    scheduler.ended(run.job(), tasks.size(), run.startedMillis(), nowMillis);
    TaskSet left = run.tasks().minus(tasks);
    ofJob.remove(run);
    if (!left.isEmpty()) {
      ofJob.add(new Run(run.job(), left, run.startedMillis()));
    } else if (ofJob.isEmpty()) {
      runs.remove(run.job().id());
    }
  }

  private void queueAgain(JobId id, TaskSet tasks, long nowMillis) {
    Job local = localJobs.get(id);
    if (local != null) {
      scheduler.submit(local, nowMillis);
      return;
    }
    parts
        .stopped(id, tasks)
        .ifPresent(
            job -> {
              scheduler.withdraw(id);
              scheduler.submit(job, nowMillis);
            });
  }

  /** Parts stand in the queue, among local users' jobs. */
  private final class InQueue implements Dealings.Room {
    @Override
    public Optional<HeldPart> hold(
        Message.Reserve reserve, Message.Call call, long leaseUntilMillis, long nowMillis) {
      Optional<Expectation> expected = hedge.expected(reserve);
      Job job = desk.job(reserve, call, expected, leaseUntilMillis);
      Job offered = job.withTasks(calls.tasksOnOffer(reserve));
      if (desk.hasRoomFor(job, nowMillis)) {
        scheduler.submit(job, nowMillis);
      } else if (desk.hasRoomFor(offered, nowMillis)) {
        scheduler.submitInRoomOf(offered, job.tasks(), nowMillis);
      } else {
        return Optional.empty();
      }
      return Optional.of(HeldPart.reserved(reserve.id(), job, leaseUntilMillis, expected));
    }

    @Override
    public void committed(HeldPart part, long nowMillis) {
      scheduler.replace(part.job());
      expectNews(part.id());
    }

    @Override
    public void released(HeldPart part) {
      scheduler.withdraw(part.job().id());
    }

    @Override
    public void bagExpected(ReservationId id, long byMillis) {
      HeldPart part = parts.part(id);
      if (part != null && part.isCommitted()) {
        forecasts.expectBag(id, byMillis);
      }
    }
  }
}
