package tender.experiments.promises;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import tender.core.model.Bag;
import tender.core.model.BagId;
import tender.core.model.Cluster;
import tender.core.model.Job;
import tender.core.model.JobId;
import tender.core.model.ProviderId;
import tender.core.model.Time;
import tender.experiments.run.TraceFolder;
import tender.simulator.market.ExternalBag;
import tender.simulator.market.SimulatedLocalJob;
import tender.simulator.market.SiteConfig;
import tender.workload.random.SplitMix64;
import tender.workload.trace.LoadScaling;
import tender.workload.trace.TraceJob;

/**
 * The workload of the promises experiment. Local jobs come from a trace, from a start day that the
 * seed draws; bags are random. Every second bag has no deadline and should end as soon as possible.
 */
public final class PromisesWorkload {
  /**
   * Start days lie in this first fraction of a trace; after a later start it may be too short for
   * the load.
   */
  private static final double START_FRACTION = 0.8;

  private static final double MIN_TASKS_PER_PROCESSOR = 0.01;
  private static final double MAX_TASKS_PER_PROCESSOR = 0.3;
  private static final long MIN_RUN_MILLIS = 15 * Time.MINUTE_MILLIS;
  private static final long MAX_RUN_MILLIS = 6 * Time.HOUR_MILLIS;
  private static final long[] SLACK_HOURS = {2, 6, 24};
  private static final long BAGS_SALT = 0x62616773;

  private final PromisesExperiment experiment;
  private final Map<String, TraceFolder.Trace> traces = new LinkedHashMap<>();

  private PromisesWorkload(PromisesExperiment experiment) {
    this.experiment = experiment;
  }

  public static PromisesWorkload read(PromisesExperiment experiment, TraceFolder folder)
      throws IOException {
    PromisesWorkload workload = new PromisesWorkload(experiment);
    for (TraceMarket market : experiment.markets()) {
      workload.traces.put(market.trace(), folder.trace(market.trace()));
    }
    return workload;
  }

  PromisesExperiment experiment() {
    return experiment;
  }

  /** The traces used, without duplicates. */
  public List<TraceFolder.Trace> traces() {
    return List.copyOf(traces.values());
  }

  List<SiteConfig> sites(PromisesExperiment.Key key) {
    TraceMarket market = key.market();
    List<SiteConfig> sites = new ArrayList<>();
    for (int cluster = 0; cluster < experiment.clusters(); cluster++) {
      String name = "cluster-" + (cluster + 1);
      long seed = SplitMix64.at(key.seed(), cluster);
      List<SimulatedLocalJob> localJobs = new ArrayList<>();
      for (TraceJob job : jobs(market, seed)) {
        localJobs.add(local(name, job, key.estimateError(), seed));
      }
      sites.add(
          new SiteConfig(
              new ProviderId(name),
              Cluster.of(market.processors()),
              localJobs,
              key.siteKind().batchSystem(),
              key.siteKind().slack()));
    }
    return sites;
  }

  private List<TraceJob> jobs(TraceMarket market, long seed) {
    List<TraceJob> trace = trace(market);
    long lastSeconds = trace.getLast().submitSeconds();
    double startFraction = new SplitMix64(seed).nextDouble() * START_FRACTION;
    return LoadScaling.days(market.processors(), experiment.days(), experiment.localLoad())
        .filteredBy(job -> job.processors() <= market.processors())
        .startingAt((long) (lastSeconds * startFraction))
        .scale(trace)
        .jobs();
  }

  private List<TraceJob> trace(TraceMarket market) {
    return Objects.requireNonNull(traces.get(market.trace())).content().jobs();
  }

  /** Local jobs have no deadline and should end as soon as possible. */
  private static SimulatedLocalJob local(
      String site, TraceJob job, EstimateErrorModel misestimation, long seed) {
    long estimateMillis = misestimation.estimateMillis(job, seed);
    return new SimulatedLocalJob(
        Job.rigid(
            new JobId(site + "." + job.number()),
            job.processors(),
            estimateMillis,
            job.submitMillis(),
            job.submitMillis() + estimateMillis),
        job.runMillis());
  }

  List<ExternalBag> bags(PromisesExperiment.Key key) {
    List<TraceJob> trace = trace(key.market());
    SplitMix64 random = new SplitMix64(SplitMix64.mix(key.seed() ^ BAGS_SALT));
    long meanGapMillis = experiment.days() * Time.DAY_MILLIS / experiment.bags();
    long submittedMillis = 0;
    List<ExternalBag> bags = new ArrayList<>();
    for (int index = 0; index < experiment.bags(); index++) {
      submittedMillis += 1 + (long) (-Math.log1p(-random.nextDouble()) * meanGapMillis);
      int tasks =
          (int)
              Math.ceil(
                  key.market().processors()
                      * logUniform(random, MIN_TASKS_PER_PROCESSOR, MAX_TASKS_PER_PROCESSOR));
      long runMillis = (long) logUniform(random, MIN_RUN_MILLIS, MAX_RUN_MILLIS);
      long slackHours = SLACK_HOURS[(int) (random.nextDouble() * SLACK_HOURS.length)];
      long estimateMillis = key.estimateError().estimateMillis(runMillis, trace, key.seed(), index);
      long deadlineMillis =
          isWithoutDeadline(index)
              ? submittedMillis
              : submittedMillis + estimateMillis + slackHours * Time.HOUR_MILLIS;
      bags.add(
          new ExternalBag(
              new BagId(Integer.toString(index)),
              new Bag(tasks, 1, estimateMillis, submittedMillis, deadlineMillis),
              runMillis));
    }
    return bags;
  }

  /** Whether the user of this bag sets no deadline. */
  static boolean isWithoutDeadline(int index) {
    return index % 2 == 0;
  }

  /** A log-uniform number between two bounds. */
  private static double logUniform(SplitMix64 random, double min, double max) {
    return min * Math.pow(max / min, random.nextDouble());
  }
}
