package tender.experiments.offers;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import tender.core.model.BagId;
import tender.core.model.Cluster;
import tender.core.model.ProviderId;
import tender.experiments.definition.ClusterSpec;
import tender.experiments.definition.OffersExperiment;
import tender.experiments.definition.SchemaSpec;
import tender.experiments.definition.TraceSpec;
import tender.experiments.run.TraceFolder;
import tender.simulator.market.ExternalBag;
import tender.simulator.market.SimulatedLocalJob;
import tender.simulator.market.SiteConfig;
import tender.workload.random.SplitMix64;
import tender.workload.trace.LoadMeasure;
import tender.workload.trace.ScaledTrace;
import tender.workload.trace.TraceJob;

/**
 * The jobs of an experiment; only their deadlines differ between runs.
 *
 * @param traces the traces used, without duplicates
 * @param local local jobs of each cluster
 * @param external jobs that become bags
 */
public record OffersWorkload(
    OffersExperiment experiment,
    List<TraceFolder.Trace> traces,
    List<ScaledTrace> local,
    ScaledTrace external) {

  public static OffersWorkload read(OffersExperiment experiment, TraceFolder folder)
      throws IOException {
    List<TraceFolder.Trace> traces = new ArrayList<>();
    List<ScaledTrace> local = new ArrayList<>();
    for (ClusterSpec cluster : experiment.clusters()) {
      local.add(scale(experiment, cluster.local(), cluster.processors(), folder, traces));
    }
    ScaledTrace external =
        scale(experiment, experiment.external(), experiment.processors(), folder, traces);
    return new OffersWorkload(experiment, List.copyOf(traces), List.copyOf(local), external);
  }

  private static ScaledTrace scale(
      OffersExperiment experiment,
      TraceSpec spec,
      int processors,
      TraceFolder folder,
      List<TraceFolder.Trace> traces)
      throws IOException {
    TraceFolder.Trace trace = folder.trace(spec.trace());
    if (!traces.contains(trace)) {
      traces.add(trace);
    }
    return spec.scaling(processors, experiment.days(), experiment.loadMeasure())
        .scale(trace.content().jobs());
  }

  /** The clusters with their local jobs; the seed draws the deadlines. */
  public List<SiteConfig> sites(SchemaSpec schema, int seed) {
    List<SiteConfig> sites = new ArrayList<>();
    for (int i = 0; i < local.size(); i++) {
      ClusterSpec cluster = experiment.clusters().get(i);
      List<TraceJob> jobs = local.get(i).jobs();
      List<SimulatedLocalJob> localJobs = new ArrayList<>(jobs.size());
      for (int index = 0; index < jobs.size(); index++) {
        TraceJob job = jobs.get(index);
        long deadlineMillis = schema.deadlines().deadlineMillis(job, seedOf(seed, i), index);
        localJobs.add(new SimulatedLocalJob(job.toRigidJob(deadlineMillis), runMillis(job)));
      }
      sites.add(
          new SiteConfig(
              new ProviderId(cluster.id()), Cluster.of(cluster.processors()), localJobs));
    }
    return sites;
  }

  /** The bags; the seed draws the deadlines. */
  public List<ExternalBag> bags(SchemaSpec schema, int seed) {
    List<TraceJob> jobs = external.jobs();
    List<ExternalBag> bags = new ArrayList<>(jobs.size());
    for (int index = 0; index < jobs.size(); index++) {
      TraceJob job = jobs.get(index);
      long deadlineMillis =
          schema.deadlines().deadlineMillis(job, seedOf(seed, local.size()), index);
      bags.add(
          new ExternalBag(
              new BagId(Long.toString(job.number())), job.toBag(deadlineMillis), runMillis(job)));
    }
    return bags;
  }

  /** The seed of one trace; with a common seed, job i of every trace would have the same slack. */
  private static long seedOf(int seed, int trace) {
    return SplitMix64.at(seed, trace);
  }

  private long runMillis(TraceJob job) {
    return experiment.runTimeSource() == LoadMeasure.ESTIMATE
        ? job.estimateMillis()
        : job.runMillis();
  }
}
