package tender.simulator.cluster;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import tender.core.model.Job;
import tender.core.node.NodeJob;
import tender.core.node.NodePlacement;
import tender.core.node.schedule.NodeScheduler;
import tender.core.queue.Scheduler;
import tender.core.resource.TaskRequest;
import tender.workload.trace.TraceJob;

/**
 * A scheduler of nodes as {@link ClusterSimulation} drives it, so that the events of a trace have
 * one set of rules. It keeps which nodes each job got.
 */
final class NodeQueue implements Scheduler {
  private final ArrivalOrder arrivals;
  private final NodeScheduler scheduler;
  private final NodeJob[] jobs;
  private final NodePlacement[] placements;
  private int submitted;

  /** Jobs of equal size have the same request, which is prepared once. */
  private record Size(int processors, long memoryKilobytes) {}

  NodeQueue(ArrivalOrder arrivals, NodeMachine machine, NodeScheduler scheduler) {
    this.arrivals = arrivals;
    this.scheduler = scheduler;
    jobs = new NodeJob[arrivals.size()];
    placements = new NodePlacement[arrivals.size()];
    Map<Size, TaskRequest> requests = new HashMap<>();
    for (int index = 0; index < jobs.length; index++) {
      TraceJob job = arrivals.traceJobs().get(index);
      TaskRequest request =
          requests.computeIfAbsent(
              new Size(job.processors(), job.memoryKilobytes()),
              size -> machine.request(job).orElseThrow(() -> tooLarge(job, machine)));
      jobs[index] = nodeJob(arrivals.job(index), request);
    }
    Arrays.fill(placements, NodePlacement.NONE);
  }

  /** The job takes the processors of its request, which may be rounded up. */
  private static NodeJob nodeJob(Job job, TaskRequest request) {
    if (job.width() == request.processors()) {
      return new NodeJob(job, request);
    }
    return new NodeJob(
        Job.rigid(
            job.id(),
            request.processors(),
            job.durationMillis(),
            job.submittedMillis(),
            job.deadlineMillis()),
        request);
  }

  private static IllegalArgumentException tooLarge(TraceJob job, NodeMachine machine) {
    return new IllegalArgumentException(
        ("Job %s needs %s processors with %s KB of memory each, which %s nodes of %s processors and"
                + " %s MiB do not have. Remove it from the trace.")
            .formatted(
                job.number(),
                job.processors(),
                job.memoryKilobytes(),
                machine.nodes(),
                machine.processorsPerNode(),
                machine.memoryMibPerNode()));
  }

  NodeJob job(int index) {
    return jobs[index];
  }

  /** Where a job started, {@link NodePlacement#NONE} if it did not. */
  NodePlacement placement(int index) {
    return placements[index];
  }

  /** Jobs are submitted in order of arrival, which is the order of their indexes. */
  @Override
  public void submit(Job job, long nowMillis) {
    scheduler.submit(jobs[submitted++], nowMillis);
  }

  @Override
  public void ended(Job job, int tasks, long startedMillis, long nowMillis) {
    int index = arrivals.indexOf(job);
    scheduler.ended(jobs[index], placements[index], nowMillis);
  }

  @Override
  public void startDue(long nowMillis, StartListener listener) {
    scheduler.startDue(
        nowMillis,
        (started, placement) -> {
          placements[arrivals.indexOf(started.job())] = placement;
          listener.onStart(started.job(), 1);
        });
  }

  @Override
  public long nextStartMillis() {
    return scheduler.nextStartMillis();
  }
}
