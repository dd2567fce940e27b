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
import tender.workload.trace.TraceJob;

/**
 * The jobs of an experiment. Only their deadlines differ between seeds, unless each seed draws its
 * windows of the traces.
 *
 * @param traces the traces used, without duplicates
 * @param local windows with the local jobs of each cluster
 * @param external windows with jobs that become bags
 */
public record OffersWorkload(
    OffersExperiment experiment,
    List<TraceFolder.Trace> traces,
    List<TraceWindows> local,
    TraceWindows external) {
  /** Makes windows independent of deadlines. */
  private static final long WINDOW_SALT = 0x77696e646f7773L;

  public static OffersWorkload read(OffersExperiment experiment, TraceFolder folder)
      throws IOException {
    List<TraceFolder.Trace> traces = new ArrayList<>();
    List<TraceWindows> local = new ArrayList<>();
    for (ClusterSpec cluster : experiment.clusters()) {
      local.add(windows(experiment, cluster.local(), cluster.processors(), folder, traces));
    }
    TraceWindows external =
        windows(experiment, experiment.external(), experiment.processors(), folder, traces);
    return new OffersWorkload(experiment, List.copyOf(traces), List.copyOf(local), external);
  }

  private static TraceWindows windows(
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
    return WindowSearch.find(experiment, spec, processors, trace.content().jobs());
  }

  /** The clusters with their local jobs. */
  public List<SiteConfig> sites(SchemaSpec schema, int seed) {
    List<SiteConfig> sites = new ArrayList<>();
    for (int i = 0; i < local.size(); i++) {
      ClusterSpec cluster = experiment.clusters().get(i);
      List<TraceJob> jobs = jobs(local.get(i), seed, i);
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

  /** The bags. */
  public List<ExternalBag> bags(SchemaSpec schema, int seed) {
    List<TraceJob> jobs = jobs(external, seed, local.size());
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

  private static List<TraceJob> jobs(TraceWindows windows, int seed, int trace) {
    return windows.of(SplitMix64.at(seed ^ WINDOW_SALT, trace)).selected().jobs();
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
