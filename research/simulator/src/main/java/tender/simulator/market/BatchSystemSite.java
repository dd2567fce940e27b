package tender.simulator.market;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import tender.core.message.Message;
import tender.core.model.Job;
import tender.core.model.JobId;
import tender.core.model.TaskSet;
import tender.core.provider.Provider;
import tender.core.provider.state.EndedRun;
import tender.core.provider.state.JobRun;
import tender.core.provider.state.ProviderEffect;
import tender.core.provider.state.ProviderEvent;
import tender.core.provider.state.QueueDelta;
import tender.core.provider.state.ReservationRecord;
import tender.core.provider.state.ReservedPart;
import tender.core.queue.Scheduler;
import tender.simulator.event.EventQueue;
import tender.simulator.event.VirtualTimer;

/**
 * A cluster whose batch system decides when jobs start. Local jobs and parts of bags wait in one
 * queue. The provider submits its parts when they are committed, observes the queue, and can only
 * forecast starts.
 *
 * <p>At each instant at which a job ends or arrives, the batch system schedules once, and the
 * provider sees all changes.
 */
final class BatchSystemSite extends SimulatedSite {
  private final Scheduler queue;
  private final VirtualTimer queueTimer;

  /** Submitted parts and those of their tasks that wait. */
  private final Map<JobId, TaskSet> waiting = new LinkedHashMap<>();

  private final List<EndedRun> ended = new ArrayList<>();
  private final List<JobRun> killed = new ArrayList<>();
  private final List<Job> submitted = new ArrayList<>();
  private final List<JobRun> started = new ArrayList<>();

  BatchSystemSite(SiteConfig site, Provider provider, Scheduler queue, MarketSimulation market) {
    super(site, provider, market);
    this.queue = queue;
    queueTimer = new VirtualTimer(market.events(), this::runScheduler);
  }

  @Override
  void submitLocal(Job job) {
    submitted.add(job);
    submit(job);
  }

  private void submit(Job job) {
    queue.submit(job, nowMillis());
    queueTimer.setFor(nowMillis());
  }

  @Override
  void store(ReservationRecord stored) {
    stored.part().ifPresent(this::submitOnce);
  }

  @Override
  void estimate(Message.Call call) {
    throw new IllegalStateException("The site has no estimator: " + call);
  }

  @Override
  void start(JobRun run) {
    throw new IllegalStateException(
        "Only the batch system starts jobs here: " + new ProviderEffect.StartTasks(run));
  }

  private void submitOnce(ReservedPart part) {
    Job job = part.job();
    if (part.isCommitted() && waiting.putIfAbsent(job.id(), part.tasks()) == null) {
      submit(job);
    }
  }

  /** Runs the batch system's scheduler and reports all changes to the provider. */
  private void runScheduler() {
    queue.startDue(nowMillis(), this::start);
    for (JobRun run : killed) {
      handle(new ProviderEvent.TimeLimitReached(run));
    }
    QueueDelta sighting =
        new QueueDelta(List.of(), ended, List.of(), List.of(), submitted, started);
    ended.clear();
    killed.clear();
    submitted.clear();
    started.clear();
    handle(new ProviderEvent.QueueChanged(sighting));
    queueTimer.setFor(queue.nextStartMillis());
  }

  private void start(Job job, int tasks) {
    JobRun run = new JobRun(job, takeWaiting(job, tasks), nowMillis());
    started.add(run);
    ActualRunTimes.RunTime runTime = runTimes.start(job, tasks);
    market
        .events()
        .add(
            nowMillis() + runTime.millis(),
            EventQueue.Kind.TASKS_ENDED,
            () -> {
              queue.ended(job, tasks, run.startedMillis(), nowMillis());
              if (runTime.killed()) {
                killed.add(run);
                resubmit(run);
              } else {
                end(run);
              }
              queueTimer.setFor(nowMillis());
            });
  }

  private TaskSet takeWaiting(Job job, int tasks) {
    if (localJobs.find(job.id()) != null) {
      return TaskSet.first(1);
    }
    TaskSet waitingTasks = Objects.requireNonNull(waiting.get(job.id()));
    TaskSet taken = waitingTasks.lowest(tasks);
    waiting.put(job.id(), waitingTasks.minus(taken));
    return taken;
  }

  /** Submits killed tasks again with twice the limit, at the end of the queue. */
  private void resubmit(JobRun run) {
    Job job = run.job();
    waiting.merge(job.id(), run.tasks(), TaskSet::plus);
    submit(
        job.withTasks(run.tasks().size())
            .withDuration(2 * job.durationMillis())
            .withSubmitted(nowMillis()));
  }

  private void end(JobRun run) {
    endLocal(run);
    ended.add(new EndedRun(run, run.ranMillis(run.tasks(), nowMillis())));
  }
}
