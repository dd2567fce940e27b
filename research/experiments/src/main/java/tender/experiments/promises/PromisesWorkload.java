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
 * The local jobs, which are those of a log from a day on that the seed draws, and the bags, which
 * are drawn. Every other bag is wanted as soon as can be, the others by a deadline.
 */
public final class PromisesWorkload {
  /** Later days of a log may be too few to make the load. */
  private static final double EARLY_PART = 0.8;

  private static final double LEAST_TASKS = 0.01;
  private static final double MOST_TASKS = 0.3;
  private static final long SHORTEST_MILLIS = 15 * Time.MINUTE_MILLIS;
  private static final long LONGEST_MILLIS = 6 * Time.HOUR_MILLIS;
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

  /** The logs used, each once. */
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
    List<TraceJob> log = log(market);
    long lastSeconds = log.getLast().submitSeconds();
    double from = new SplitMix64(seed).nextDouble() * EARLY_PART;
    return LoadScaling.days(market.processors(), experiment.days(), experiment.localLoad())
        .filteredBy(job -> job.processors() <= market.processors())
        .startingAt((long) (lastSeconds * from))
        .scale(log)
        .jobs();
  }

  private List<TraceJob> log(TraceMarket market) {
    return Objects.requireNonNull(traces.get(market.trace())).content().jobs();
  }

  /** Whoever asks for no deadline wants it as soon as can be. */
  private static SimulatedLocalJob local(String site, TraceJob job, EstimateErrorModel misestimation, long seed) {
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
    List<TraceJob> log = log(key.market());
    SplitMix64 random = new SplitMix64(SplitMix64.mix(key.seed() ^ BAGS_SALT));
    long meanGapMillis = experiment.days() * Time.DAY_MILLIS / experiment.bags();
    long submittedMillis = 0;
    List<ExternalBag> bags = new ArrayList<>();
    for (int index = 0; index < experiment.bags(); index++) {
      submittedMillis += 1 + (long) (-Math.log1p(-random.nextDouble()) * meanGapMillis);
      int tasks =
          (int) Math.ceil(key.market().processors() * between(random, LEAST_TASKS, MOST_TASKS));
      long runMillis = (long) between(random, SHORTEST_MILLIS, LONGEST_MILLIS);
      long slackHours = SLACK_HOURS[(int) (random.nextDouble() * SLACK_HOURS.length)];
      long estimateMillis = key.estimateError().estimateMillis(runMillis, log, key.seed(), index);
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

  /** Whether a bag has no deadline of its user's. */
  static boolean isWithoutDeadline(int index) {
    return index % 2 == 0;
  }

  /** Each order of magnitude alike. */
  private static double between(SplitMix64 random, double least, double most) {
    return least * Math.pow(most / least, random.nextDouble());
  }
}
