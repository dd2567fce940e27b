package tender.simulator.faults;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tender.core.provider.state.ProviderEvent;
import tender.core.provider.state.JobRun;

/** A site's batch system: it runs what it is given, and outlives the agent. */
final class FaultyBatchSystem {
  private final FaultySite site;
  private final SimulationContext context;
  private final List<JobRun> running = new ArrayList<>();

  /** Runs that ended and left their results, until the agent has dealt with them. */
  private final Map<JobRun, Boolean> results = new LinkedHashMap<>();

  private long downUntilMillis;

  FaultyBatchSystem(FaultySite site, SimulationContext stage) {
    this.site = site;
    this.context = stage;
  }

  List<JobRun> running() {
    return running;
  }

  List<JobRun> results() {
    return List.copyOf(results.keySet());
  }

  void removeResult(JobRun run) {
    results.remove(run);
  }

  /**
   * Submits on behalf of the agent, which hears no answer while the system is down and now and
   * then. Then it looks whether the job is there, and submits it if it is not.
   */
  void submit(JobRun run, int agentsLife) {
    if (site.isAgentDown() || site.incarnation() != agentsLife) {
      return;
    }
    if (downUntilMillis > context.nowMillis()) {
      context.at(downUntilMillis, () -> submit(run, agentsLife));
    } else if (context.injects(Fault.SUBMIT_UNANSWERED, site.name())) {
      site.faulted = true;
      boolean arrived = context.random.chance(0.5);
      if (arrived) {
        start(run);
      }
      if (!arrived || !site.looksUpBeforeResubmitting()) {
        context.after(context.random.between(1_000, 30_000), () -> submit(run, agentsLife));
      }
    } else {
      start(run);
    }
  }

  private void start(JobRun run) {
    running.add(run);
    context.record(site.name(), () -> "starts " + run.tasks() + " of " + run.job().id());
    site.checkCapacity(running);
    long takesMillis = site.drawRunMillis(run);
    context.after(takesMillis, () -> end(run));
    if (context.injects(Fault.JOB_REQUEUED, site.name())) {
      site.faulted = true;
      context.after(context.random.between(1, takesMillis), () -> stop(run));
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

  /** What was forgotten is found out by looking for results, which takes as long as it takes. */
  private void report(ProviderEvent event) {
    boolean late =
        context.injects(Fault.REPORT_LATE, site.name())
            || (event instanceof ProviderEvent.TasksEnded
                && context.injects(Fault.JOB_FORGOTTEN, site.name()));
    site.faulted |= late;
    long delayMillis = late ? context.random.between(1_000, 300_000) : 0;
    long atMillis = Math.max(context.nowMillis() + delayMillis, downUntilMillis);
    int agentsLife = site.incarnation();
    context.at(atMillis, () -> site.report(event, agentsLife));
  }

  void goDown() {
    if (!site.isGone() && context.isFaultPeriod()) {
      context.countFault(Fault.BATCH_DOWN, site.name());
      site.faulted = true;
      downUntilMillis = context.nowMillis() + context.random.between(1_000, 300_000);
    }
  }

  void clear() {
    running.clear();
    results.clear();
  }

  void heal() {
    downUntilMillis = 0;
  }
}
