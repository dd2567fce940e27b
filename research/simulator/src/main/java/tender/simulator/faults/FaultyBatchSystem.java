package tender.simulator.faults;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tender.core.provider.state.JobRun;
import tender.core.provider.state.ProviderEvent;
import tender.simulator.faults.seed.Fault;
import tender.simulator.faults.seed.SimulationContext;

/** A site's batch system. It runs submitted jobs and keeps running when the agent crashes. */
final class FaultyBatchSystem implements SiteExecutor {
  private final FaultySite site;
  private final SimulationContext context;
  private final List<JobRun> running = new ArrayList<>();

  /** Runs that have ended and whose results the agent has not handled yet. */
  private final Map<JobRun, Boolean> results = new LinkedHashMap<>();

  private long downUntilMillis;

  FaultyBatchSystem(FaultySite site, SimulationContext context) {
    this.site = site;
    this.context = context;
  }

  @Override
  public List<JobRun> running() {
    return running;
  }

  @Override
  public List<JobRun> results() {
    return List.copyOf(results.keySet());
  }

  @Override
  public void removeResult(JobRun run) {
    results.remove(run);
  }

  /**
   * Submits a job for the agent. While the batch system is down, and sometimes otherwise, the agent
   * gets no answer. It then looks up the job and submits it again if the job is missing.
   */
  @Override
  public void submit(JobRun run, int agentIncarnation) {
    if (site.isAgentDown() || site.incarnation() != agentIncarnation) {
      return;
    }
    if (downUntilMillis > context.nowMillis()) {
      context.at(downUntilMillis, () -> submit(run, agentIncarnation));
    } else if (context.injects(Fault.SUBMIT_UNANSWERED, site.name())) {
      site.faulted = true;
      boolean arrived = context.random().chance(0.5);
      if (arrived) {
        start(run);
      }
      if (!arrived || !site.looksUpBeforeResubmitting()) {
        context.after(context.random().between(1_000, 30_000), () -> submit(run, agentIncarnation));
      }
    } else {
      start(run);
    }
  }

  private void start(JobRun run) {
    running.add(run);
    context.record(site.name(), () -> "starts " + run.tasks() + " of " + run.job().id());
    site.checkCapacity(running);
    long runMillis = site.drawRunMillis(run);
    context.after(runMillis, () -> end(run));
    if (context.injects(Fault.JOB_REQUEUED, site.name())) {
      site.faulted = true;
      context.after(context.random().between(1, runMillis), () -> stop(run));
    }
  }

  private void end(JobRun run) {
    if (site.isGone() || !running.remove(run)) {
      return;
    }
    results.put(run, true);
    site.runEnded(run);
    report(new ProviderEvent.TasksEnded(run));
  }

  private void stop(JobRun run) {
    if (!site.isGone() && running.remove(run)) {
      report(new ProviderEvent.TasksInterrupted(run));
    }
  }

  /** Reports an event to the agent. A forgotten job is found later, by its results. */
  private void report(ProviderEvent event) {
    boolean late =
        context.injects(Fault.REPORT_LATE, site.name())
            || (event instanceof ProviderEvent.TasksEnded
                && context.injects(Fault.JOB_FORGOTTEN, site.name()));
    site.faulted |= late;
    long delayMillis = late ? context.random().between(1_000, 300_000) : 0;
    long atMillis = Math.max(context.nowMillis() + delayMillis, downUntilMillis);
    int agentIncarnation = site.incarnation();
    context.at(atMillis, () -> site.report(event, agentIncarnation));
  }

  @Override
  public void goDown() {
    if (!site.isGone() && context.isFaultPeriod()) {
      context.countFault(Fault.BATCH_DOWN, site.name());
      site.faulted = true;
      downUntilMillis = context.nowMillis() + context.random().between(1_000, 300_000);
    }
  }

  @Override
  public void clear() {
    running.clear();
    results.clear();
  }

  @Override
  public void heal() {
    downUntilMillis = 0;
  }
}
