package tender.simulator.faults;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tender.core.provider.Event;
import tender.core.provider.Run;

/** A site's batch system: it runs what it is given, and outlives the agent. */
final class Batch {
  private final Site site;
  private final Stage stage;
  private final List<Run> running = new ArrayList<>();

  /** Runs that ended and left their results, until the agent has dealt with them. */
  private final Map<Run, Boolean> results = new LinkedHashMap<>();

  private long downUntilMillis;

  Batch(Site site, Stage stage) {
    this.site = site;
    this.stage = stage;
  }

  List<Run> running() {
    return running;
  }

  List<Run> results() {
    return List.copyOf(results.keySet());
  }

  void resultsSeen(Run run) {
    results.remove(run);
  }

  /**
   * Submits on behalf of the agent, which hears no answer while the system is down and now and
   * then. Then it looks whether the job is there, and submits it if it is not.
   */
  void submit(Run run, int agentsLife) {
    if (site.isDead() || site.life() != agentsLife) {
      return;
    }
    if (downUntilMillis > stage.nowMillis()) {
      stage.at(downUntilMillis, () -> submit(run, agentsLife));
    } else if (stage.strikes(Fault.SUBMIT_UNANSWERED, site.name())) {
      site.faulted = true;
      boolean arrived = stage.dice.chance(0.5);
      if (arrived) {
        start(run);
      }
      if (!arrived || !site.looksUp()) {
        stage.after(stage.dice.between(1_000, 30_000), () -> submit(run, agentsLife));
      }
    } else {
      start(run);
    }
  }

  private void start(Run run) {
    running.add(run);
    stage.note(site.name(), () -> "starts " + run.tasks() + " of " + run.job().id());
    site.checkCapacity(running);
    long takesMillis = site.takesMillis(run);
    stage.after(takesMillis, () -> end(run));
    if (stage.strikes(Fault.JOB_REQUEUED, site.name())) {
      site.faulted = true;
      stage.after(stage.dice.between(1, takesMillis), () -> stop(run));
    }
  }

  private void end(Run run) {
    if (site.isGone() || !running.remove(run)) {
      return;
    }
    results.put(run, true);
    site.ended(run);
    report(new Event.TasksEnded(run));
  }

  private void stop(Run run) {
    if (!site.isGone() && running.remove(run)) {
      report(new Event.TasksStopped(run));
    }
  }

  /** What was forgotten is found out by looking for results, which takes as long as it takes. */
  private void report(Event event) {
    boolean late =
        stage.strikes(Fault.REPORT_LATE, site.name())
            || (event instanceof Event.TasksEnded
                && stage.strikes(Fault.JOB_FORGOTTEN, site.name()));
    site.faulted |= late;
    long delayMillis = late ? stage.dice.between(1_000, 300_000) : 0;
    long atMillis = Math.max(stage.nowMillis() + delayMillis, downUntilMillis);
    int agentsLife = site.life();
    stage.at(atMillis, () -> site.report(event, agentsLife));
  }

  void goDown() {
    if (!site.isGone() && stage.isFaulty()) {
      stage.struck(Fault.BATCH_DOWN, site.name());
      site.faulted = true;
      downUntilMillis = stage.nowMillis() + stage.dice.between(1_000, 300_000);
    }
  }

  void vanish() {
    running.clear();
    results.clear();
  }

  void heal() {
    downUntilMillis = 0;
  }
}
