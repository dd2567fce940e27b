package tender.experiments.rescheduling;

import java.util.ArrayList;
import java.util.List;
import tender.core.model.Bag;
import tender.core.model.BagId;
import tender.core.model.Cluster;
import tender.simulator.market.ExternalBag;
import tender.workload.lublin.LublinFeitelsonModel;
import tender.workload.random.SplitMix64;
import tender.workload.trace.LoadMeasure;
import tender.workload.trace.LoadScaling;
import tender.workload.trace.TraceJob;

/**
 * Bags from the model of Lublin and Feitelson: each job becomes a bag with one task for each of its
 * processors. A seed draws as many jobs as are needed to reach the load, scaled to the days of the
 * experiment.
 */
public final class BagWorkload {
  private final List<TraceJob> jobs;

  private BagWorkload(List<TraceJob> jobs) {
    this.jobs = jobs;
  }

  /** Draws the bags for all clusters together, enough to reach the load of the experiment. */
  static BagWorkload draw(
      ReschedulingExperiment experiment,
      ReschedulingReading reading,
      ClusterEnvironment environment,
      int seed) {
    LoadScaling scaling =
        LoadScaling.days(
            loadedProcessors(experiment, reading, environment),
            experiment.days(),
            experiment.load());
    LublinFeitelsonModel model =
        LublinFeitelsonModel.typed(experiment.modelNodes(reading), new SplitMix64(seed));
    double target = experiment.load() * scaling.machineProcessors() * scaling.intervalSeconds();
    List<TraceJob> drawn = new ArrayList<>();
    for (double work = 0; work < target; ) {
      TraceJob job = model.next();
      drawn.add(job);
      work += LoadMeasure.RUN_TIME.processorSeconds(job);
    }
    return new BagWorkload(scaling.scale(drawn).jobs());
  }

  /** The processors of which the load is a share; for power, as many of the reference speed. */
  private static int loadedProcessors(
      ReschedulingExperiment experiment,
      ReschedulingReading reading,
      ClusterEnvironment environment) {
    List<Cluster> clusters = environment.clusters(experiment.processorsPerCluster());
    if (reading.loadsPower()) {
      long powerPermille = clusters.stream().mapToLong(Cluster::powerPermille).sum();
      return (int) (powerPermille / Cluster.REFERENCE_SPEED_PERMILLE);
    }
    return clusters.stream().mapToInt(Cluster::processors).sum();
  }

  /** In order of submission; estimates equal run times. */
  public List<TraceJob> jobs() {
    return jobs;
  }

  /** The bags with estimates that are too long by this percentage, without deadlines. */
  List<ExternalBag> bags(int overestimationPercent) {
    List<ExternalBag> bags = new ArrayList<>(jobs.size());
    for (TraceJob job : jobs) {
      long estimateMillis = job.runMillis() * (100 + overestimationPercent) / 100;
      Bag bag =
          new Bag(job.processors(), 1, estimateMillis, job.submitMillis(), job.submitMillis());
      bags.add(new ExternalBag(new BagId(Long.toString(job.number())), bag, job.runMillis()));
    }
    return bags;
  }
}
