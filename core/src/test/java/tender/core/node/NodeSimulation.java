package tender.core.node;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.Supplier;
import tender.core.model.Time;
import tender.core.node.schedule.NodeScheduler;

/** Drives a scheduler with the events of some jobs, which may end before their estimate. */
final class NodeSimulation {
  private final NodeScheduler scheduler;
  private final List<NodeJob> jobs;
  private final Observer observer;
  private final PriorityQueue<Running> running =
      new PriorityQueue<>(
          Comparator.comparingLong(Running::endMillis)
              .thenComparing(run -> run.job.job().id())
              .thenComparingLong(Running::sequence));
  private final List<NodeUse> started = new ArrayList<>();
  private int arrived;

  record Running(NodeJob job, NodePlacement placement, long endMillis, long sequence) {}

  /** Looks at the state after each instant at which something happened. */
  interface Observer {
    void onInstant(long nowMillis, Supplier<List<NodeUse>> runningByEstimate);
  }

  private NodeSimulation(NodeScheduler scheduler, List<NodeJob> jobs, Observer observer) {
    this.scheduler = scheduler;
    this.jobs = jobs;
    this.observer = observer;
  }

  /** The tasks in order of their starts, with their real ends. */
  static List<NodeUse> run(NodeScheduler scheduler, List<NodeJob> jobs, Observer observer) {
    NodeSimulation simulation = new NodeSimulation(scheduler, jobs, observer);
    long nowMillis = 0;
    while (nowMillis != Time.NEVER) {
      nowMillis = simulation.step(nowMillis);
    }
    return simulation.started;
  }

  static List<NodeUse> run(NodeScheduler scheduler, List<NodeJob> jobs) {
    return run(scheduler, jobs, (nowMillis, running) -> {});
  }

  private long step(long nowMillis) {
    while (!running.isEmpty() && running.peek().endMillis <= nowMillis) {
      Running ended = running.remove();
      scheduler.ended(ended.job, ended.placement, nowMillis);
    }
    while (arrived < jobs.size() && jobs.get(arrived).job().submittedMillis() <= nowMillis) {
      scheduler.submit(jobs.get(arrived++), nowMillis);
    }
    scheduler.startDue(nowMillis, (job, placement) -> start(job, placement, nowMillis));
    observer.onInstant(
        nowMillis, () -> running.stream().map(run -> NodeUse.of(run.job, run.placement)).toList());
    long nextMillis = scheduler.nextStartMillis();
    if (!running.isEmpty()) {
      nextMillis = Math.min(nextMillis, running.peek().endMillis);
    }
    return arrived < jobs.size()
        ? Math.min(nextMillis, jobs.get(arrived).job().submittedMillis())
        : nextMillis;
  }

  private void start(NodeJob job, NodePlacement placement, long nowMillis) {
    if (placement.startMillis() != nowMillis) {
      throw new IllegalStateException(
          "Job " + job.job().id() + " starts " + placement + ", but it is " + nowMillis + " ms.");
    }
    long endMillis = nowMillis + RandomNodes.runMillis(job.job());
    running.add(new Running(job, placement, endMillis, started.size()));
    started.add(new NodeUse(job.job().id(), job.request(), placement, endMillis));
  }
}
