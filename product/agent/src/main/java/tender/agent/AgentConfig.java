package tender.agent;

import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tender.agent.estimate.EstimateSettings;
import tender.agent.pilot.PilotSettings;
import tender.agent.execution.ProviderSettings;
import tender.agent.execution.PublishSettings;
import tender.core.model.Money;
import tender.core.model.ProviderId;
import tender.core.model.Time;
import tender.core.plan.reschedule.ReschedulingPolicy;
import tender.core.plan.reschedule.ReschedulingPolicies;
import tender.core.provider.PlanningPolicy;
import tender.core.provider.ProviderTerms;

/**
 * An agent's settings, as a cluster's owner writes them; {@code agent.yaml} beside this class is
 * the commented example.
 *
 * @param provider as the market knows it
 * @param servers replicas of the market, as {@code host:port}
 * @param state folder for identity, journal and disclosure log, on a local disk
 * @param work folder where tasks run, which every node sees under this path
 * @param batchSystem {@code slurm}, {@code gridengine}, {@code host} or {@code processes}
 * @param processorsAtMost how many may be used at a time; all, if it is left out
 * @param pricePerProcessorHour in credits
 * @param discloses what is told beside offers
 * @param pilots which tasks are too short to be jobs of their own
 * @param rescheduling how parts go forward that stand in the queue like anybody's jobs; left out:
 *     they stand behind local users' jobs, and are planned by their deadlines
 * @param reserve whether processors are kept for parts, where the batch system lets us
 * @param estimates who says how long tasks take
 * @param promisesKept the share of promises to be kept where they are not; left out: what is
 *     forecast is promised
 * @param auction what the auction is told; left out: nothing
 * @param pagePort where the owner's page is on loopback; left out: at any port that is free
 * @param traces where OpenTelemetry's collector listens, as an address of HTTP; left out: nothing
 *     is traced
 */
public record AgentConfig(
    String provider,
    List<String> servers,
    Path state,
    Path work,
    String batchSystem,
    Optional<SlurmSection> slurm,
    Optional<GridEngineSection> gridengine,
    Optional<ProcessesSection> processes,
    Optional<HostSection> host,
    Optional<Integer> processorsAtMost,
    Optional<BigDecimal> pricePerProcessorHour,
    Optional<String> discloses,
    Optional<Double> offerSeconds,
    Optional<Double> leaseSeconds,
    Optional<Double> pollSeconds,
    Optional<Double> overrun,
    Optional<Integer> tasksQueuedAtMost,
    Optional<PilotsSection> pilots,
    Optional<String> rescheduling,
    Optional<Boolean> reserve,
    Optional<EstimatesSection> estimates,
    Optional<Double> promisesKept,
    Optional<AuctionSection> auction,
    Optional<Integer> pagePort,
    Optional<String> traces) {

  /**
   * Which Slurm.
   *
   * @param partition where our jobs go
   * @param configuration Slurm's own file, if it is not where Slurm looks for it
   */
  public record SlurmSection(String partition, Optional<Path> configuration) {
    public SlurmSection {
      require(partition, "slurm.partition", "the partition that jobs go to");
    }

    /** For whoever is about to use it. */
    Optional<Path> checkedConfiguration() {
      configuration.ifPresent(
          file -> {
            if (!Files.isReadable(file)) {
              throw new IllegalArgumentException(
                  "The setting 'slurm.configuration' is "
                      + file
                      + ", and there is no such file to be read. Name Slurm's slurm.conf, or leave"
                      + " it out.");
            }
          });
      return configuration;
    }
  }

  /**
   * Which Grid Engine.
   *
   * @param queue where our jobs go
   * @param parallelEnvironment by which a task gets several slots; without it, none does
   * @param root Grid Engine's folder, its cell below it, and the port of its master: if left out,
   *     as in the agent's environment
   */
  public record GridEngineSection(
      String queue,
      Optional<String> parallelEnvironment,
      Optional<Path> root,
      Optional<String> cell,
      Optional<Integer> port) {
    public GridEngineSection {
      require(queue, "gridengine.queue", "the queue that jobs go to");
    }
  }

  /**
   * This machine itself.
   *
   * @param slots how many tasks may run at a time
   */
  public record ProcessesSection(int slots) {
    public ProcessesSection {
      if (slots < 1) {
        throw new IllegalArgumentException(
            "The setting 'processes.slots' is " + slots + ", and must be at least 1.");
      }
    }
  }

  /**
   * Who says how long tasks take.
   *
   * @param whose {@code users}, or {@code own}: profilers', learned ones, and users' else
   * @param profilerSeconds how long a bag's profiler may take, at most; 0: none is run
   * @param margin what is found out is taken so many times
   */
  public record EstimatesSection(
      String whose, Optional<Double> profilerSeconds, Optional<Double> margin) {
    public EstimatesSection {
      require(whose, "estimates.whose", "users or own");
    }
  }

  /**
   * What the auction is told: the cluster's processors, its price, and when processors stand free.
   *
   * @param publishSeconds how often, also if nothing has changed
   * @param lookAheadSeconds slots that begin later than after so long are not told
   */
  public record AuctionSection(Optional<Double> publishSeconds, Optional<Double> lookAheadSeconds) {
    private static final double DEFAULT_PUBLISH_SECONDS = 5;
    private static final double DEFAULT_LOOK_AHEAD_SECONDS = 3_600;

    /** The market believes what it was told for twice as long. */
    private static final double MOST_PUBLISH_SECONDS = 10;

    PublishSettings settings() {
      double seconds = publishSeconds.orElse(DEFAULT_PUBLISH_SECONDS);
      if (seconds > MOST_PUBLISH_SECONDS) {
        throw new IllegalArgumentException(
            "The setting 'auction.publish_seconds' is " + seconds + ", and must be at most 10.");
      }
      return new PublishSettings(
          millis(seconds, "auction.publish_seconds"),
          millis(
              lookAheadSeconds.orElse(DEFAULT_LOOK_AHEAD_SECONDS), "auction.look_ahead_seconds"));
    }
  }

  private static final String HOST = "host";

  /**
   * Which tasks are too short to be jobs of their own, so that pilots run them one after another.
   *
   * @param tasksShorterThanSeconds those that are reckoned to take less; 0: none
   * @param longestSeconds no pilot runs for longer, unless a single task may
   */
  public record PilotsSection(
      Optional<Double> tasksShorterThanSeconds, Optional<Double> longestSeconds) {
    private static final double DEFAULT_SHORTER_THAN_SECONDS = 60;
    private static final double DEFAULT_LONGEST_SECONDS = 3_600;

    PilotSettings settings() {
      double shorter = tasksShorterThanSeconds.orElse(DEFAULT_SHORTER_THAN_SECONDS);
      return new PilotSettings(
          shorter == 0 ? 0 : millis(shorter, "pilots.tasks_shorter_than_seconds"),
          millis(longestSeconds.orElse(DEFAULT_LONGEST_SECONDS), "pilots.longest_seconds"));
    }
  }

  /** At a host each task has a group of its own, by which it is limited and ended. */
  private static final PilotsSection NO_PILOTS = new PilotsSection(Optional.of(0.0), Optional.empty());

  private static final PilotsSection DEFAULT_PILOTS =
      new PilotsSection(Optional.empty(), Optional.empty());
  private static final EstimatesSection USERS_ESTIMATES =
      new EstimatesSection("users", Optional.empty(), Optional.empty());
  private static final double DEFAULT_PROFILER_SECONDS = 300;
  private static final double DEFAULT_MARGIN = 1.25;
  private static final double MOST_MARGIN = 100;

  /** For asking the market what a bag is, and a look at the queue more. */
  private static final long ESTIMATE_SLACK_MILLIS = 10 * Time.SECOND_MILLIS;

  private static final double DEFAULT_OFFER_SECONDS = 10;
  private static final double DEFAULT_LEASE_SECONDS = 10;
  private static final double DEFAULT_POLL_SECONDS = 0.5;
  private static final double DEFAULT_OVERRUN = 2;
  private static final double REPORT_SECONDS = 1;
  private static final int DEFAULT_TASKS_QUEUED = 5_000;
  private static final int THOUSAND = 1_000;
  private static final int MOST_PORT = 65_535;

  public AgentConfig {
    servers = servers == null ? List.of() : List.copyOf(servers);
    require(provider, "provider", "the name that the market's operator gave you");
    require(state, "state", "a folder on a local disk");
    require(work, "work", "a folder that every node sees");
    require(batchSystem, "batch_system", "slurm, gridengine, host or processes");
    if (pagePort.isPresent() && (pagePort.get() < 1 || pagePort.get() > MOST_PORT)) {
      throw new IllegalArgumentException(
          "The setting 'page_port' is "
              + pagePort.get()
              + ", and must be a port from 1 to 65535. Leave it out for any that is free.");
    }
    if (batchSystem.equals(HOST)) {
      rejectAtHosts(pricePerProcessorHour, "price_per_processor_hour", "bids are its price");
      rejectAtHosts(auction, "auction", "none of its processors ever stands free");
      rejectAtHosts(pilots, "pilots", "each task has a control group of its own");
      rejectAtHosts(rescheduling, "rescheduling", "nobody waits in a line");
    }
  }

  private static void rejectAtHosts(Optional<?> given, String setting, String why) {
    if (given.isPresent()) {
      throw new IllegalArgumentException(
          "The setting '" + setting + "' is of no use at a host: " + why + ". Leave it out.");
    }
  }

  /** What is said of a host, of which nothing must be. */
  Optional<HostSection> hostSection() {
    return batchSystem.equals(HOST)
        ? host.or(() -> Optional.of(HostSection.DEFAULTS))
        : Optional.empty();
  }

  private static void require(Object value, String setting, String what) {
    if (value == null) {
      throw new IllegalArgumentException("The setting '" + setting + "' is missing: " + what + ".");
    }
  }

  /** What core and the agent's loop need to know. */
  public ProviderSettings providerSettings() {
    return new ProviderSettings(
        new ProviderId(provider),
        new ProviderTerms(
                millis(offerSeconds.orElse(DEFAULT_OFFER_SECONDS), "offer_seconds"),
                millis(leaseSeconds.orElse(DEFAULT_LEASE_SECONDS), "lease_seconds"),
                millis(REPORT_SECONDS, "report_seconds"),
                disclosure())
            .withPrice(price())
            .withTaskStarter(ProviderTerms.TaskStarter.BATCH_SYSTEM)
            .withPlanningPolicy(planning())
            .withEstimates(estimateMillis()),
        processorsAtMost.orElse(Integer.MAX_VALUE),
        millis(pollSeconds.orElse(DEFAULT_POLL_SECONDS), "poll_seconds"),
        overrunPermille(),
        tasksQueuedAtMost.orElse(DEFAULT_TASKS_QUEUED),
        (batchSystem.equals(HOST) ? NO_PILOTS : pilots.orElse(DEFAULT_PILOTS)).settings(),
        reserve.orElse(true),
        new EstimateSettings(profilerMillis(), margin(), overrunPermille()),
        promisesKept.map(AgentConfig::share),
        auction.map(AuctionSection::settings),
        hostSection().map(HostSection::shareSettings));
  }

  private PlanningPolicy planning() {
    return rescheduling
        .<PlanningPolicy>map(name -> new PlanningPolicy.Fifo(rescheduling(name)))
        .orElseGet(PlanningPolicy.Edf::new);
  }

  private static ReschedulingPolicy rescheduling(String name) {
    ReschedulingPolicy found = ReschedulingPolicies.all().get(name);
    if (found == null) {
      throw new IllegalArgumentException(
          "The setting 'rescheduling' is '"
              + name
              + "', and must be one of "
              + String.join(", ", ReschedulingPolicies.all().keySet())
              + ".");
    }
    return found;
  }

  private int overrunPermille() {
    return (int) (overrun.orElse(DEFAULT_OVERRUN) * THOUSAND);
  }

  private EstimatesSection estimatesSection() {
    return estimates.orElse(USERS_ESTIMATES);
  }

  /** How long an estimate of our own may take; 0 if there are none. */
  private long estimateMillis() {
    return switch (estimatesSection().whose()) {
      case "users" -> 0;
      case "own" -> profilerMillis() + ESTIMATE_SLACK_MILLIS;
      default ->
          throw new IllegalArgumentException(
              "The setting 'estimates.whose' is '"
                  + estimatesSection().whose()
                  + "', and must be users or own.");
    };
  }

  private long profilerMillis() {
    double seconds = estimatesSection().profilerSeconds().orElse(DEFAULT_PROFILER_SECONDS);
    return seconds == 0 ? 0 : millis(seconds, "estimates.profiler_seconds");
  }

  private int margin() {
    double margin = estimatesSection().margin().orElse(DEFAULT_MARGIN);
    if (!(margin >= 1) || margin > MOST_MARGIN) {
      throw new IllegalArgumentException(
          "The setting 'estimates.margin' is " + margin + ", and must be from 1 to 100.");
    }
    return (int) (margin * THOUSAND);
  }

  private static double share(double kept) {
    if (!(kept > 0 && kept < 1)) {
      throw new IllegalArgumentException(
          "The setting 'promises_kept' is "
              + kept
              + ", and must be a share between 0 and 1, such as 0.95.");
    }
    return kept;
  }

  private static long millis(double seconds, String setting) {
    if (!(seconds > 0) || seconds > Time.DAY_MILLIS) {
      throw new IllegalArgumentException(
          "The setting '" + setting + "' is " + seconds + ", and must be a time above 0.");
    }
    return Math.max(1, Math.round(seconds * Time.SECOND_MILLIS));
  }

  private ProviderTerms.DisclosureLevel disclosure() {
    String name = discloses.orElse("nothing").toUpperCase(Locale.ROOT).replace('-', '_');
    try {
      return ProviderTerms.DisclosureLevel.valueOf(name);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "The setting 'discloses' is '"
              + discloses.orElse("")
              + "', and must be nothing, power, power-and-work or free-slots.",
          e);
    }
  }

  private Money price() {
    if (pricePerProcessorHour.isPresent() && pricePerProcessorHour.get().signum() < 0) {
      throw new IllegalArgumentException(
          "The setting 'price_per_processor_hour' is "
              + pricePerProcessorHour.get()
              + ", and must be credits, not below 0.");
    }
    return new Money(
        pricePerProcessorHour
            .orElse(BigDecimal.ZERO)
            .multiply(BigDecimal.valueOf(THOUSAND))
            .longValueExact());
  }
}
