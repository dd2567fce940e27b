package tender.experiments.nodes;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.IntConsumer;
import tender.core.model.Cluster;
import tender.simulator.cluster.ClusterSchedule;
import tender.simulator.cluster.ClusterSimulation;
import tender.simulator.cluster.NodeClusterSchedule;
import tender.simulator.cluster.NodeClusterSimulation;
import tender.simulator.cluster.NodeMachine;
import tender.simulator.cluster.NodeReplay;
import tender.simulator.cluster.NodeScheduleVerifier;
import tender.simulator.cluster.NodeSchedulers;
import tender.simulator.cluster.ScheduleMeasures;
import tender.simulator.cluster.ScheduleVerifier;
import tender.simulator.cluster.Schedulers;

/**
 * Simulates each scheduler on a log with processors only, on nodes, and on nodes with memory.
 *
 * <p>The three variants run one after the other in each repetition, so that their CPU times are of
 * the same conditions. The first repetition warms the virtual machine up; its schedules are
 * verified and measured, and its times do not count. CPU time is that of the simulating thread.
 */
public final class NodesExperiment {
  private final NodesLog.Jobs input;
  private final int repetitions;
  private final IntConsumer progress;
  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
  private int simulated;

  private NodesExperiment(NodesLog.Jobs input, int repetitions, IntConsumer progress) {
    this.input = input;
    this.repetitions = repetitions;
    this.progress = progress;
  }

  /** How many jobs are simulated in all runs of one log together, to show the progress. */
  public static int simulatedJobs(NodesLog.Jobs input, int planners, int repetitions) {
    int runs = planners * NodesVariant.values().length * (1 + repetitions);
    return Math.multiplyExact(runs, input.jobs().size());
  }

  /**
   * Runs some schedulers with all variants on one log.
   *
   * @param planners names of {@link NodeSchedulers}
   * @param repetitions how often each run is timed
   * @param progress receives the number of jobs that have been simulated
   */
  public static List<NodesComparison> run(
      NodesLog.Jobs input, List<String> planners, int repetitions, IntConsumer progress) {
    NodesExperiment experiment = new NodesExperiment(input, repetitions, progress);
    List<NodesComparison> results = new ArrayList<>();
    for (String planner : planners) {
      results.add(experiment.compare(planner));
    }
    return results;
  }

  private NodesComparison compare(String planner) {
    List<Measured> all = new ArrayList<>();
    for (NodesVariant variant : NodesVariant.values()) {
      ClusterSchedule schedule = verified(simulate(planner, variant));
      all.add(new Measured(variant, schedule, new ArrayList<>(), new ArrayList<>()));
    }
    for (int repetition = 0; repetition < repetitions; repetition++) {
      double processorsSeconds = 0;
      for (Measured one : all) {
        double runSeconds = timed(planner, one.variant);
        processorsSeconds = one.variant == NodesVariant.PROCESSORS ? runSeconds : processorsSeconds;
        one.seconds.add(runSeconds);
        one.ratios.add(runSeconds / processorsSeconds);
      }
    }
    // The variant without nodes is the first.
    ClusterSchedule withoutNodes = all.getFirst().schedule;
    return new NodesComparison(
        input.log(),
        planner,
        all.stream().map(Measured::result).toList(),
        NodeReplay.startsThatDoNotFit(withoutNodes, input.log().machine().withoutMemory()),
        NodeReplay.startsThatDoNotFit(withoutNodes, input.log().machine()));
  }

  /**
   * The schedule of a variant and its timed runs.
   *
   * @param ratios to the variant without nodes in the same repetition
   */
  private record Measured(
      NodesVariant variant, ClusterSchedule schedule, List<Double> seconds, List<Double> ratios) {
    NodesResult result() {
      return new NodesResult(
          variant, ScheduleMeasures.of(schedule), Spread.of(seconds), Spread.of(ratios));
    }
  }

  private double timed(String planner, NodesVariant variant) {
    long startNanos = threads.getCurrentThreadCpuTime();
    simulate(planner, variant);
    return (threads.getCurrentThreadCpuTime() - startNanos) / 1e9;
  }

  /** A schedule, with its nodes unless it was made without them. */
  private record Simulated(ClusterSchedule starts, List<NodeClusterSchedule> onNodes) {}

  private Simulated simulate(String planner, NodesVariant variant) {
    int before = simulated;
    IntConsumer ended = jobs -> progress.accept(before + jobs);
    simulated += input.jobs().size();
    if (variant == NodesVariant.PROCESSORS) {
      Cluster machine = Cluster.of(input.log().machine().processors());
      var scheduler = Objects.requireNonNull(Schedulers.all().get(planner), planner);
      return new Simulated(
          ClusterSimulation.run(input.jobs(), machine, scheduler, ended), List.of());
    }
    NodeMachine machine = input.log().machine();
    NodeClusterSchedule schedule =
        NodeClusterSimulation.run(
            input.jobs(),
            variant == NodesVariant.NODES ? machine.withoutMemory() : machine,
            Objects.requireNonNull(NodeSchedulers.all().get(planner), planner),
            ended);
    return new Simulated(schedule.starts(), List.of(schedule));
  }

  private static ClusterSchedule verified(Simulated simulated) {
    List<Object> violations = new ArrayList<>(ScheduleVerifier.verify(simulated.starts));
    simulated.onNodes.forEach(schedule -> violations.addAll(NodeScheduleVerifier.verify(schedule)));
    if (!violations.isEmpty()) {
      throw new IllegalStateException(
          "This is a bug in tender: a schedule has %s violations, and the first is %s."
              .formatted(violations.size(), violations.getFirst()));
    }
    return simulated.starts;
  }
}
