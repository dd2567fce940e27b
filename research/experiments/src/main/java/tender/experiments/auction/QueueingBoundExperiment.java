package tender.experiments.auction;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.SequencedMap;
import tender.core.auction.WaitingJob;
import tender.core.auction.policy.ClearingPolicies;
import tender.core.model.BagId;
import tender.core.model.Cluster;
import tender.core.model.Money;
import tender.core.model.ProviderId;
import tender.core.model.Time;
import tender.experiments.queueing.PriorityClass;
import tender.experiments.queueing.QueueingBound;
import tender.experiments.queueing.QueueingModel;
import tender.experiments.queueing.QueueingPrediction;
import tender.experiments.queueing.Weibull;
import tender.experiments.run.MeasuredRun;
import tender.experiments.run.MeasuredRunCsv;
import tender.experiments.run.ProgressListener;
import tender.experiments.run.RunExecutor;
import tender.experiments.run.RunKey;
import tender.simulator.auction.AuctionOutcome;
import tender.simulator.auction.AuctionRules;
import tender.simulator.auction.AuctionSimulation;
import tender.simulator.auction.AuctionSite;
import tender.workload.random.SplitMix64;

/**
 * Compares the auction with the queueing model (Garg et al., section 5.2): five sites of 128
 * processors, Poisson arrivals, Weibull run times, 5 000 jobs to warm up and 5 000 measured.
 * Deadlines are late enough that no job is dropped, because the model has no deadlines. The paper
 * does not state the jobs' widths.
 *
 * @param seeds number of seeds; each has six runs, so the five of the paper's experiment give 30
 * @param jobs number of measured jobs, after the same number of jobs to warm up
 */
public record QueueingBoundExperiment(int seeds, int jobs) {
  static final String WAIT_SECONDS = "wait_seconds";
  static final String SLOWDOWN = "slowdown";
  private static final String DROPPED = "dropped";

  private static final int RUNS_PER_SEED = 6;
  private static final int SITES = 5;
  private static final int PROCESSORS = 128;
  private static final int MAX_BLOCKS = 5;
  private static final int JOBS = 5_000;

  /** Must be above 1 for a finite mean slowdown; the paper does not state it. */
  private static final double SHAPE = 1.5;

  private static final double VALUING_SECONDS = 0.001;
  private static final long MIN_SLACK_SECONDS = 10_000;
  private static final long MAX_SLACK_SECONDS = 30_000;
  private static final long SALT = 0x626f756e64L;

  /** Loads of the model. */
  static final List<Double> LOADS = List.of(0.1, 0.3, 0.5, 0.7, 0.8, 0.9);

  /** Ten clearings a second, so that jobs hardly wait for one. */
  private static final AuctionRules RULES =
      new AuctionRules(Time.SECOND_MILLIS / 10, Time.HOUR_MILLIS);

  /** The experiment as in the paper. */
  public static QueueingBoundExperiment paper(int seeds) {
    return new QueueingBoundExperiment(seeds, JOBS);
  }

  /**
   * Identifies one run.
   *
   * @param seed the number of the run; an experiment's seed has several
   */
  public record Key(JobWidths widths, int scaleSeconds, double load, int seed) implements RunKey {
    @Override
    public String toString() {
      return "bound-" + widths + "-" + scaleSeconds + "-" + load + "-" + seed;
    }

    String cells() {
      return widths + "," + scaleSeconds + "," + load + "," + seed;
    }
  }

  public List<Key> keys() {
    List<Key> keys = new ArrayList<>();
    for (JobWidths widths : JobWidths.values()) {
      for (int scale : widths.scalesSeconds()) {
        for (double load : LOADS) {
          for (int run = 1; run <= seeds * RUNS_PER_SEED; run++) {
            keys.add(new Key(widths, scale, load, run));
          }
        }
      }
    }
    return keys;
  }

  public static MeasuredRunCsv<Key> file() {
    return new MeasuredRunCsv<>(
        "widths,scale_seconds,load,run", Key::cells, List.of(WAIT_SECONDS, SLOWDOWN, DROPPED));
  }

  /** All results, in the order of the keys. */
  public List<MeasuredRun<Key>> run(Path folder, int threads, ProgressListener progress)
      throws IOException, InterruptedException {
    return new RunExecutor<>(folder, "auction bound, " + jobs, List.of(), file(), this::run)
        .runAll(keys(), threads, progress);
  }

  /** The prediction of the model. */
  static QueueingPrediction.SteadyState prediction(
      JobWidths widths, int scaleSeconds, double load) {
    QueueingModel model =
        new QueueingModel(
            arrivalsPerSecond(scaleSeconds, load),
            new Weibull(SHAPE, scaleSeconds),
            0,
            widths.demand(),
            SITES,
            PROCESSORS,
            PriorityClass.withEqualValuationTime(VALUING_SECONDS, 0.25, 0.25, 0.25, 0.25));
    if (QueueingBound.bestUpTo(model, MAX_BLOCKS)
        instanceof QueueingPrediction.SteadyState steady) {
      return steady;
    }
    throw new IllegalStateException("The queueing model has no steady state at load " + load);
  }

  private static double arrivalsPerSecond(int scaleSeconds, double load) {
    return load * SITES / new Weibull(SHAPE, scaleSeconds).serviceTime().meanSeconds();
  }

  private MeasuredRun<Key> run(Key key) {
    List<WaitingJob> drawn = draw(key);
    AuctionOutcome outcome =
        new AuctionSimulation(
                sites(), Objects.requireNonNull(ClearingPolicies.all().get("dam")), RULES)
            .run(drawn);
    double waitSeconds = 0;
    double slowdown = 0;
    int ran = 0;
    for (WaitingJob job : drawn.subList(jobs, drawn.size())) {
      AuctionOutcome.Run run = outcome.run(job.id());
      if (run != null) {
        long waitMillis = run.startMillis() - job.submittedMillis();
        waitSeconds += waitMillis / (double) Time.SECOND_MILLIS;
        slowdown += (double) waitMillis / (run.endMillis() - run.startMillis());
        ran++;
      }
    }
    SequencedMap<String, Double> values = new LinkedHashMap<>();
    values.put(WAIT_SECONDS, waitSeconds / ran);
    values.put(SLOWDOWN, slowdown / ran);
    values.put(DROPPED, (double) jobs - ran);
    return new MeasuredRun<>(key, values);
  }

  private static List<AuctionSite> sites() {
    List<AuctionSite> sites = new ArrayList<>();
    for (int site = 1; site <= SITES; site++) {
      sites.add(
          new AuctionSite(
              new ProviderId("site-" + site),
              AuctionSite.split(PROCESSORS, 1, 2, 3),
              Cluster.REFERENCE_SPEED_PERMILLE,
              new Money(1)));
    }
    return sites;
  }

  private List<WaitingJob> draw(Key key) {
    SplitMix64 random = new SplitMix64(SplitMix64.mix(key.toString().hashCode() ^ SALT));
    double rate = arrivalsPerSecond(key.scaleSeconds, key.load);
    double submittedSeconds = 0;
    List<WaitingJob> drawn = new ArrayList<>();
    for (int number = 1; number <= 2 * jobs; number++) {
      submittedSeconds += -Math.log1p(-random.nextDouble()) / rate;
      double runSeconds = key.scaleSeconds * Math.pow(-Math.log1p(-random.nextDouble()), 1 / SHAPE);
      long submittedMillis = Math.round(submittedSeconds * Time.SECOND_MILLIS);
      long runMillis = Math.max(1, Math.round(runSeconds * Time.SECOND_MILLIS));
      long slackSeconds = random.nextLong(MIN_SLACK_SECONDS, MAX_SLACK_SECONDS);
      drawn.add(
          new WaitingJob(
              new BagId(Integer.toString(number)),
              key.widths.draw(random),
              runMillis,
              submittedMillis,
              submittedMillis + runMillis + slackSeconds * Time.SECOND_MILLIS,
              new Money(random.nextLong(90_000, 160_001))));
    }
    return drawn;
  }
}
