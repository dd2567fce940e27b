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
import tender.core.provider.Effect;
import tender.core.provider.EndedRun;
import tender.core.provider.Event;
import tender.core.provider.HeldPart;
import tender.core.provider.Kept;
import tender.core.provider.Provider;
import tender.core.provider.Run;
import tender.core.provider.Sighting;
import tender.core.queue.Scheduler;
import tender.simulator.event.Alarm;
import tender.simulator.event.EventQueue;

/**
 * A cluster with a batch system of its own mind. Local jobs and parts of bags stand in one queue,
 * which is served by its own rule; the provider hands its parts in when they are committed, looks
 * at the queue, and can only forecast what will happen.
 *
 * <p>At each instant at which something ends or comes the batch system starts what it will, once,
 * and the provider sees all that has changed.
 */
final class BatchSystemSite implements SimulatedSite {
  private final Site site;
  private final Provider provider;
  private final Scheduler queue;
  private final Market market;
  private final LocalRecord localJobs;
  private final RunTimes runTimes;
  private final Alarm alarm;
  private final Alarm queueAlarm;

  /** Parts that were handed in, and those of their tasks that wait. */
  private final Map<JobId, TaskSet> waiting = new LinkedHashMap<>();

  private final List<EndedRun> ended = new ArrayList<>();
  private final List<Run> killed = new ArrayList<>();
  private final List<Job> submitted = new ArrayList<>();
  private final List<Run> started = new ArrayList<>();

  BatchSystemSite(Site site, Provider provider, Scheduler queue, Market market) {
    this.site = site;
    this.provider = provider;
    this.queue = queue;
    this.market = market;
    localJobs = new LocalRecord(site);
    runTimes = new RunTimes(site, market, localJobs);
    alarm = new Alarm(market.events(), () -> handle(new Event.Woken()));
    queueAlarm = new Alarm(market.events(), this::serve);
  }

  @Override
  public void submitAll() {
    for (LocalJob local : site.localJobs()) {
      market
          .events()
          .add(
              local.job().submittedMillis(),
              EventQueue.Kind.SUBMITTED,
              () -> {
                submitted.add(local.job());
                submit(local.job());
              });
    }
  }

  private void submit(Job job) {
    queue.submit(job, nowMillis());
    queueAlarm.setFor(nowMillis());
  }

  @Override
  public void receive(Message.ToProvider message) {
    handle(new Event.Received(message));
  }

  private void handle(Event event) {
    for (Effect effect : provider.handle(event, nowMillis())) {
      switch (effect) {
        case Effect.Send(Message.ToMetascheduler message) -> market.send(message);
        case Effect.Remember(Kept kept) -> kept.part().ifPresent(this::handInOnce);
        case Effect.LocalPromised(Job job, long asked) -> localJobs.promised(job);
        case Effect.WakeAt(long instantMillis) -> alarm.setFor(instantMillis);
        // Nobody dies here.
        case Effect.Forget forget -> {}
        case Effect.Estimate(Message.Call call) ->
            throw new IllegalStateException("Nobody estimates here: " + call);
        case Effect.Learned learned -> {}
        // What was handed in for nobody runs to its end.
        case Effect.Stop stop -> {}
        // What waits is started in the order of arrival.
        case Effect.Order order -> {}
        case Effect.Share share -> throw new IllegalStateException("Not shared: " + share);
        case Effect.Start start -> throw new IllegalStateException("Not its to start: " + start);
      }
    }
  }

  private void handInOnce(HeldPart part) {
    Job job = part.job();
    if (part.isCommitted() && waiting.putIfAbsent(job.id(), part.tasks()) == null) {
      submit(job);
    }
  }

  /** Starts what the batch system will, and lets the provider see what has changed. */
  private void serve() {
    queue.startDue(nowMillis(), this::start);
    for (Run run : killed) {
      handle(new Event.LimitReached(run));
    }
    Sighting sighting = new Sighting(List.of(), ended, List.of(), List.of(), submitted, started);
    ended.clear();
    killed.clear();
    submitted.clear();
    started.clear();
    handle(new Event.QueueSeen(sighting));
    queueAlarm.setFor(queue.nextStartMillis());
  }

  private void start(Job job, int tasks) {
    Run run = new Run(job, which(job, tasks), nowMillis());
    started.add(run);
    RunTimes.RunTime runTime = runTimes.start(job, tasks);
    market
        .events()
        .add(
            nowMillis() + runTime.millis(),
            EventQueue.Kind.TASKS_ENDED,
            () -> {
              queue.ended(job, tasks, run.startedMillis(), nowMillis());
              if (runTime.killed()) {
                killed.add(run);
                handInAgain(run);
              } else {
                end(run);
              }
              queueAlarm.setFor(nowMillis());
            });
  }

  private TaskSet which(Job job, int tasks) {
    if (localJobs.find(job.id()) != null) {
      return TaskSet.first(1);
    }
    TaskSet wait = Objects.requireNonNull(waiting.get(job.id()));
    TaskSet which = wait.lowest(tasks);
    waiting.put(job.id(), wait.minus(which));
    return which;
  }

  /** With twice the limit, at the end of the queue. */
  private void handInAgain(Run run) {
    Job job = run.job();
    waiting.merge(job.id(), run.tasks(), TaskSet::plus);
    submit(
        job.withTasks(run.tasks().size())
            .withDuration(2 * job.durationMillis())
            .withSubmitted(nowMillis()));
  }

  private void end(Run run) {
    if (localJobs.find(run.job().id()) != null) {
      localJobs.ended(run.job().id(), nowMillis());
    }
    ended.add(new EndedRun(run, run.ranMillis(run.tasks(), nowMillis())));
  }

  private long nowMillis() {
    return market.events().nowMillis();
  }

  @Override
  public List<Outcome.Local> outcomes() {
    return localJobs.outcomes();
  }

  @Override
  public long busyMillis() {
    return runTimes.busyMillis();
  }
}
