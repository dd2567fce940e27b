package tender.core.node;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.TreeSet;
import tender.core.model.Job;
import tender.core.model.Time;
import tender.core.node.schedule.NodeConservativeScheduler;
import tender.core.node.schedule.NodeEasyScheduler;
import tender.core.node.schedule.NodeScheduler;
import tender.core.profile.ArrayProfile;
import tender.core.queue.ConservativeScheduler;
import tender.core.queue.EasyScheduler;
import tender.core.queue.Scheduler;
import tender.core.resource.NodeCluster;
import tender.core.resource.NodeCluster.Group;
import tender.core.resource.NodeKind;
import tender.core.resource.ResourceAmounts;
import tender.core.resource.TaskRequest;

/**
 * Measures how much longer planning on nodes takes than planning on a machine that only counts
 * processors, for the same jobs. It is a program and no test, because times depend on the machine:
 * the arguments are the number of nodes, the number of jobs and the load in percent.
 */
final class NodePlanningSpeed {
  private static final int NODE_PROCESSORS = 32;
  private static final int ROUNDS = 5;

  private final NodeCluster cluster;
  private final int processors;
  private final List<NodeJob> jobs;

  private NodePlanningSpeed(NodeCluster cluster, int processors, List<NodeJob> jobs) {
    this.cluster = cluster;
    this.processors = processors;
    this.jobs = jobs;
  }

  public static void main(String[] arguments) {
    int nodes = Integer.parseInt(arguments[0]);
    int count = Integer.parseInt(arguments[1]);
    int loadPercent = Integer.parseInt(arguments[2]);
    for (boolean mixed : new boolean[] {false, true}) {
      NodeCluster cluster = cluster(nodes, mixed);
      List<NodeJob> jobs = jobs(nodes, count, loadPercent, mixed);
      System.out.println(
          nodes
              + " nodes, "
              + count
              + " jobs, load "
              + loadPercent
              + " %, "
              + (mixed ? "mixed resources" : "processors only"));
      new NodePlanningSpeed(cluster, nodes * NODE_PROCESSORS, jobs).measure();
    }
  }

  /**
   * Equal nodes, or three quarters plain, one eighth with large memory and one eighth with GPUs.
   */
  private static NodeCluster cluster(int nodes, boolean mixed) {
    ResourceAmounts plain = new ResourceAmounts(NODE_PROCESSORS, 131_072, 0, 0);
    if (!mixed) {
      return NodeCluster.of(NodeKind.of("plain", plain), nodes);
    }
    NodeKind large =
        NodeKind.of("large", new ResourceAmounts(NODE_PROCESSORS, 524_288, 0, 1_000_000));
    NodeKind gpu =
        new NodeKind(
            "gpu",
            new ResourceAmounts(NODE_PROCESSORS, 262_144, 4, 0),
            "a100",
            new TreeSet<>(List.of("nvlink")));
    return new NodeCluster(
        List.of(
            new Group(NodeKind.of("plain", plain), nodes - 2 * (nodes / 8)),
            new Group(large, nodes / 8),
            new Group(gpu, nodes / 8)));
  }

  /** Half of the jobs are on a part of one node, the others on one to a quarter of all nodes. */
  private static List<NodeJob> jobs(int nodes, int count, int loadPercent, boolean mixed) {
    SplittableRandom random = new SplittableRandom(1);
    List<TaskRequest> requests = new ArrayList<>();
    List<Long> durations = new ArrayList<>();
    double processorMillis = 0;
    for (int i = 0; i < count; i++) {
      requests.add(request(random, nodes, mixed));
      durations.add(Math.round(60_000 * Math.exp(random.nextDouble() * Math.log(1_000))));
      processorMillis += (double) requests.get(i).processors() * RUN_SHARE * durations.get(i);
    }
    double spanMillis = processorMillis / (nodes * NODE_PROCESSORS) * 100 / loadPercent;
    List<NodeJob> jobs = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      long submittedMillis = Math.round(spanMillis * i / count);
      jobs.add(RandomNodes.job(i, 1, requests.get(i), durations.get(i), submittedMillis));
    }
    return jobs;
  }

  /** The mean of {@link RandomNodes#runMillis} by estimate. */
  private static final double RUN_SHARE = 0.625;

  private static TaskRequest request(SplittableRandom random, int nodes, boolean mixed) {
    int memoryMib = mixed ? 1_024 << random.nextInt(7) : 0;
    if (random.nextBoolean()) {
      int used = 1 << random.nextInt(Math.max(1, 30 - Integer.numberOfLeadingZeros(nodes)));
      return TaskRequest.onNodes(used, new ResourceAmounts(NODE_PROCESSORS, memoryMib, 0, 0));
    }
    int processors = 1 << random.nextInt(5);
    int type = mixed ? random.nextInt(10) : 9;
    return switch (type) {
      case 0 -> TaskRequest.onOneNode(new ResourceAmounts(processors, memoryMib, 1, 0));
      case 1 ->
          TaskRequest.onOneNode(
              new ResourceAmounts(processors, 131_072 + memoryMib + random.nextInt(1_000), 0, 0));
      default -> TaskRequest.onOneNode(new ResourceAmounts(processors, memoryMib, 0, 0));
    };
  }

  private void measure() {
    compare("place all jobs", this::placeOnMachine, this::placeOnNodes);
    compare(
        "conservative without compression",
        () -> runMachine(new ConservativeScheduler(ArrayProfile.of(0, processors), false)),
        () -> runNodes(new NodeConservativeScheduler(NodeProfile.of(0, cluster), false)));
    compare(
        "conservative with compression",
        () -> runMachine(new ConservativeScheduler(ArrayProfile.of(0, processors), true)),
        () -> runNodes(new NodeConservativeScheduler(NodeProfile.of(0, cluster), true)));
    compare(
        "EASY",
        () -> runMachine(new EasyScheduler(processors)),
        () -> runNodes(new NodeEasyScheduler(NodeProfile.of(0, cluster))));
  }

  /** Plans all jobs and returns the mean wait in milliseconds. */
  private interface Plan {
    double run();
  }

  private static void compare(String name, Plan machine, Plan nodes) {
    double[] machineResult = fastest(machine);
    double[] nodesResult = fastest(nodes);
    System.out.println(
        "  "
            + name
            + ": machine "
            + Math.round(machineResult[0])
            + " ms, nodes "
            + Math.round(nodesResult[0])
            + " ms, ratio "
            + Math.round(nodesResult[0] / machineResult[0] * 10) / 10.0
            + "; mean wait "
            + Math.round(machineResult[1] / Time.MINUTE_MILLIS)
            + " and "
            + Math.round(nodesResult[1] / Time.MINUTE_MILLIS)
            + " minutes");
  }

  private static double[] fastest(Plan plan) {
    double fastestMillis = Double.MAX_VALUE;
    double wait = 0;
    for (int round = 0; round < ROUNDS; round++) {
      long begin = processorNanos();
      wait = plan.run();
      fastestMillis = Math.min(fastestMillis, (processorNanos() - begin) / 1e6);
    }
    return new double[] {fastestMillis, wait};
  }

  /** Processor time of this thread, which other programs on the machine disturb little. */
  private static long processorNanos() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  private double placeOnMachine() {
    ArrayProfile profile = ArrayProfile.of(0, processors);
    double wait = 0;
    for (NodeJob job : jobs) {
      wait += profile.takeEarliest(job.job().width(), job.job().durationMillis(), 0);
    }
    return wait / jobs.size();
  }

  private double placeOnNodes() {
    NodeProfile profile = NodeProfile.of(0, cluster);
    double wait = 0;
    for (NodeJob job : jobs) {
      NodePlacement place = profile.earliestStart(job.request(), job.job().durationMillis(), 0);
      profile.take(job.request(), place, place.startMillis() + job.job().durationMillis());
      wait += place.startMillis();
    }
    return wait / jobs.size();
  }

  private double runNodes(NodeScheduler scheduler) {
    double wait = 0;
    List<NodeUse> started = NodeSimulation.run(scheduler, jobs);
    for (NodeUse use : started) {
      int index = Integer.parseInt(use.job().value());
      wait += use.placement().startMillis() - jobs.get(index).job().submittedMillis();
    }
    return wait / jobs.size();
  }

  private record Running(Job job, long startedMillis, long endMillis) {}

  private double runMachine(Scheduler scheduler) {
    PriorityQueue<Running> running =
        new PriorityQueue<>(
            Comparator.comparingLong(Running::endMillis).thenComparing(run -> run.job.id()));
    double[] wait = new double[1];
    int arrived = 0;
    long next = 0;
    while (next != Time.NEVER) {
      long now = next;
      while (!running.isEmpty() && running.peek().endMillis <= now) {
        Running ended = running.remove();
        scheduler.ended(ended.job, 1, ended.startedMillis, now);
      }
      while (arrived < jobs.size() && jobs.get(arrived).job().submittedMillis() <= now) {
        scheduler.submit(jobs.get(arrived++).job(), now);
      }
      scheduler.startDue(
          now,
          (job, tasks) -> {
            wait[0] += now - job.submittedMillis();
            running.add(new Running(job, now, now + RandomNodes.runMillis(job)));
          });
      next = scheduler.nextStartMillis();
      if (!running.isEmpty()) {
        next = Math.min(next, running.peek().endMillis);
      }
      if (arrived < jobs.size()) {
        next = Math.min(next, jobs.get(arrived).job().submittedMillis());
      }
    }
    return wait[0] / jobs.size();
  }
}
