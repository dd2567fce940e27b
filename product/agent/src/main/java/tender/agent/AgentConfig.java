package tender.agent;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import tender.agent.container.ContainersSection;
import tender.agent.estimate.EstimateSettings;
import tender.agent.execution.ExecutionSettings;
import tender.agent.files.SiteResultFolders;
import tender.agent.isolation.AccountsSection;
import tender.agent.isolation.Isolation;
import tender.agent.isolation.SandboxSection;
import tender.agent.lending.LendingMode;
import tender.agent.owner.LogRotation;
import tender.agent.owner.UserRules;
import tender.agent.planning.ProviderSettings;
import tender.core.model.Money;
import tender.core.model.ProviderId;
import tender.core.model.Time;
import tender.core.offer.OfferSteps;
import tender.core.plan.reschedule.ReschedulingPolicies;
import tender.core.plan.reschedule.ReschedulingPolicy;
import tender.core.provider.PlanningPolicy;
import tender.core.provider.ProviderTerms;

/**
 * An agent's settings, as a cluster's owner writes them; {@code examples/live/agent.yaml} is the
 * commented example.
 *
 * @param provider its name in the market
 * @param servers of the market, as {@code host:port}
 * @param stateDir folder for identity, journal and disclosure log, on a local disk
 * @param workDir folder where tasks run, which every node sees under this path
 * @param batchSystem {@code slurm}, {@code gridengine}, {@code host} or {@code processes}
 * @param isolation {@code sandbox}: a task sees only its own files; {@code accounts}: it runs under
 *     an account of its user; {@code none}: it can do what the agent's account can; default:
 *     sandbox
 * @param sandbox what tasks see in their sandboxes
 * @param accounts under which tasks run
 * @param containers how tasks run in containers
 * @param datasets that tasks can read at this site; default: none
 * @param resultFolders in which outputs may stay at this site; default: none
 * @param users the users of the market whose bags are accepted; default: all
 * @param link the bandwidth to the market's files, and whether offers include the time for data
 * @param inputCache how much of the inputs that were fetched is kept for later bags
 * @param maxProcessors that may be used at a time; default: all
 * @param speed of one processor, relative to the reference processor for which users state run
 *     times, or {@code learned}: from a benchmark; default: 1.0
 * @param pricePerProcessorHour in credits
 * @param disclosure what the agent discloses in addition to offers
 * @param disclosureLog how much of the log of what the agent discloses is kept
 * @param pilots which tasks are run by pilots
 * @param keptOutputs how outputs that are too large to be delivered are kept
 * @param rescheduling policy by which parts move forward in one queue with local jobs; default:
 *     parts stay behind local users' jobs and are planned by their deadlines
 * @param mode {@code idle}: bags use only what local users leave idle; {@code committed}:
 *     processors are reserved for promised parts; default: idle
 * @param localWaitAtMostSeconds how long a local job may wait for bags in the committed mode
 * @param estimates how the agent estimates run times
 * @param promiseReliability the share of promises to keep where processors are not reserved;
 *     default: 0.98 in the idle mode, otherwise the agent promises its forecast
 * @param auction what the agent publishes to the auction; default: nothing
 * @param ownerPagePort of the owner page on loopback; default: any free port
 * @param traceEndpoint HTTP address of the OpenTelemetry collector; default: no tracing
 */
public record AgentConfig(
    String provider,
    List<String> servers,
    Path stateDir,
    Path workDir,
    String batchSystem,
    Optional<SlurmSection> slurm,
    Optional<GridEngineSection> gridengine,
    Optional<ProcessesSection> processes,
    Optional<HostSection> host,
    Optional<String> isolation,
    Optional<SandboxSection> sandbox,
    Optional<AccountsSection> accounts,
    Optional<ContainersSection> containers,
    Optional<DatasetsSection> datasets,
    Optional<ResultFoldersSection> resultFolders,
    Optional<UsersSection> users,
    Optional<LinkSection> link,
    Optional<InputCacheSection> inputCache,
    Optional<Integer> maxProcessors,
    Optional<String> speed,
    Optional<BigDecimal> pricePerProcessorHour,
    Optional<String> disclosure,
    Optional<DisclosureLogSection> disclosureLog,
    Optional<Double> offerValidSeconds,
    Optional<Double> leaseSeconds,
    Optional<Double> pollIntervalSeconds,
    Optional<Double> overrunFactor,
    Optional<Integer> maxQueuedJobs,
    Optional<PilotsSection> pilots,
    Optional<KeptOutputsSection> keptOutputs,
    Optional<String> rescheduling,
    Optional<String> mode,
    Optional<Double> localWaitAtMostSeconds,
    Optional<EstimatesSection> estimates,
    Optional<Double> promiseReliability,
    Optional<AuctionSection> auction,
    Optional<Integer> ownerPagePort,
    Optional<String> traceEndpoint) {

  /**
   * The Grid Engine cell.
   *
   * @param queue for the agent's jobs
   * @param parallelEnvironment gives a task several slots; without it, tasks have one slot
   * @param features complex attributes of hosts that tasks may require as features
   * @param exclusive the complex attribute by which a job requests a host of its own; without it,
   *     bags that request exclusive nodes are declined
   * @param root Grid Engine's folder, its cell and the port of its master; default: as in the
   *     agent's environment
   */
  public record GridEngineSection(
      String queue,
      Optional<String> parallelEnvironment,
      Optional<List<String>> features,
      Optional<String> exclusive,
      Optional<Path> root,
      Optional<String> cell,
      Optional<Integer> port) {
    public GridEngineSection {
      require(queue, "gridengine.queue", "name the queue for the agent's jobs");
    }
  }

  /**
   * How the agent estimates run times.
   *
   * @param source {@code users}: the user's estimate; {@code own}: profiler, then learned run
   *     times, then the user's estimate
   * @param maxProfilerSeconds time limit of a bag's profiler; 0: profilers are not run
   * @param margin factor applied to measured and learned times
   */
  public record EstimatesSection(
      String source, Optional<Double> maxProfilerSeconds, Optional<Double> margin) {
    public EstimatesSection {
      require(source, "estimates.source", "set it to users or own");
    }
  }

  private static final String HOST = "host";

  /** On a host each task needs its own control group, which limits and ends it. */
  private static final PilotsSection NO_PILOTS =
      new PilotsSection(Optional.of(0.0), Optional.empty());

  private static final EstimatesSection USERS_ESTIMATES =
      new EstimatesSection("users", Optional.empty(), Optional.empty());
  private static final double DEFAULT_MAX_PROFILER_SECONDS = 300;
  private static final double DEFAULT_MARGIN = 1.25;
  private static final double MAX_MARGIN = 100;

  /** Time for asking the market about a bag, and for one more read of the queue. */
  private static final long ESTIMATE_SLACK_MILLIS = 10 * Time.SECOND_MILLIS;

  private static final double DEFAULT_OFFER_VALID_SECONDS = 10;
  private static final double DEFAULT_LEASE_SECONDS = 10;
  private static final double DEFAULT_POLL_INTERVAL_SECONDS = 0.5;
  private static final double DEFAULT_OVERRUN_FACTOR = 2;
  private static final double REPORT_SECONDS = 1;
  private static final int DEFAULT_MAX_QUEUED_JOBS = 5_000;
  private static final int THOUSAND = 1_000;
  private static final int MAX_PORT = 65_535;

  /** A bag's promise is kept only if all its providers keep theirs, so 0.95 would be too little. */
  private static final double DEFAULT_RELIABILITY = 0.98;

  public AgentConfig {
    servers = servers == null ? List.of() : List.copyOf(servers);
    require(provider, "provider", "set it to the name that the market's operator gave you");
    require(stateDir, "state_dir", "name a folder on a local disk");
    require(workDir, "work_dir", "name a folder that every node sees");
    require(batchSystem, "batch_system", "set it to slurm, gridengine, host or processes");
    if (ownerPagePort.isPresent() && (ownerPagePort.get() < 1 || ownerPagePort.get() > MAX_PORT)) {
      throw new IllegalArgumentException(
          "The setting 'owner_page_port' is "
              + ownerPagePort.get()
              + ", and must be from 1 to 65535. Remove it to use any free port.");
    }
    if (batchSystem.equals(HOST)) {
      rejectAtHosts(pricePerProcessorHour, "price_per_processor_hour", "its price is set by bids");
      rejectAtHosts(auction, "auction", "it has no free slots");
      rejectAtHosts(pilots, "pilots", "each task needs its own control group");
      rejectAtHosts(rescheduling, "rescheduling", "it has no queue");
      rejectAtHosts(mode, "mode", "its time is shared with local users");
    }
    if (isolation.equals(Optional.of("accounts")) && !batchSystem.equals("slurm")) {
      throw new IllegalArgumentException(
          "The setting 'isolation: accounts' needs 'batch_system: slurm', which is '%s'. Use 'isolation: sandbox'."
              .formatted(batchSystem));
    }
  }

  /** Fails if a setting is invalid. Connects to nothing. */
  public void validate() {
    var _ = providerSettings();
    var _ = taskIsolation();
    var _ = userRules();
    var _ = Agent.addresses(this);
    var _ = slurm.map(SlurmSection::options);
    var _ = link.map(LinkSection::settings);
    var _ = inputCache.map(InputCacheSection::settings);
    var _ = hostSection().map(HostSection::hostSettings);
  }

  /** How tasks are kept from everything but their own files. */
  public Isolation taskIsolation() {
    return Isolation.of(
            isolation, sandbox, accounts, stateDir.toAbsolutePath(), workDir.toAbsolutePath())
        .withDatasets(datasets.map(DatasetsSection::realFolders).orElse(List.of()));
  }

  UserRules userRules() {
    return users.map(UsersSection::rules).orElse(UserRules.NONE);
  }

  /** The users whose bags are accepted and can run here; empty if all. */
  Optional<Predicate<String>> acceptedUsers() {
    Optional<Predicate<String>> runnable = taskIsolation().acceptedUsers();
    UserRules rules = userRules();
    return rules.isUnrestricted()
        ? runnable
        : Optional.of(
            user -> rules.accepts(user) && runnable.map(found -> found.test(user)).orElse(true));
  }

  private static void rejectAtHosts(Optional<?> value, String setting, String reason) {
    if (value.isPresent()) {
      throw new IllegalArgumentException(
          "The setting '" + setting + "' is not allowed for a host: " + reason + ". Remove it.");
    }
  }

  /** The host's settings, or their defaults; empty if the agent does not serve a host. */
  public Optional<HostSection> hostSection() {
    return batchSystem.equals(HOST)
        ? host.or(() -> Optional.of(HostSection.DEFAULTS))
        : Optional.empty();
  }

  static void require(Object value, String setting, String advice) {
    if (value == null) {
      throw new IllegalArgumentException(
          "The setting '" + setting + "' is missing: " + advice + ".");
    }
  }

  /** The settings for core and for the agent's event loop. */
  public ProviderSettings providerSettings() {
    LendingMode lending = ModeSetting.of(this);
    return new ProviderSettings(
        new ProviderId(provider),
        new ProviderTerms(
                millis(
                    offerValidSeconds.orElse(DEFAULT_OFFER_VALID_SECONDS), "offer_valid_seconds"),
                millis(leaseSeconds.orElse(DEFAULT_LEASE_SECONDS), "lease_seconds"),
                millis(REPORT_SECONDS, "report_seconds"),
                disclosureLevel())
            .withPrice(price())
            .withTaskStarter(ProviderTerms.TaskStarter.BATCH_SYSTEM)
            .withPlanningPolicy(planning())
            .withEstimates(estimateMillis())
            .withOfferSteps(OfferSteps.FINE),
        maxProcessors.orElse(Integer.MAX_VALUE),
        millis(pollIntervalSeconds.orElse(DEFAULT_POLL_INTERVAL_SECONDS), "poll_interval_seconds"),
        executionSettings(),
        lending,
        new EstimateSettings(
            profilerMillis(), margin(), overrunPermille(), SpeedSetting.permille(this)),
        lending.isIdle()
            ? Optional.of(share(promiseReliability.orElse(DEFAULT_RELIABILITY)))
            : promiseReliability.map(AgentConfig::share),
        auction.map(AuctionSection::settings),
        hostSection().map(HostSection::shareSettings),
        disclosureLog.map(DisclosureLogSection::rotation).orElse(LogRotation.DEFAULT));
  }

  private ExecutionSettings executionSettings() {
    return new ExecutionSettings(
        new ProviderId(provider),
        overrunPermille(),
        maxQueuedJobs.orElse(DEFAULT_MAX_QUEUED_JOBS),
        (batchSystem.equals(HOST) ? NO_PILOTS : pilots.orElse(PilotsSection.DEFAULTS)).settings(),
        keptOutputs.orElse(KeptOutputsSection.DEFAULTS).settings(),
        resultFolders.map(ResultFoldersSection::folders).orElse(SiteResultFolders.NONE),
        !price().equals(Money.ZERO));
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
          "The setting 'rescheduling' is '%s', and must be one of %s."
              .formatted(name, String.join(", ", ReschedulingPolicies.all().keySet())));
    }
    return found;
  }

  private int overrunPermille() {
    return (int) (overrunFactor.orElse(DEFAULT_OVERRUN_FACTOR) * THOUSAND);
  }

  private EstimatesSection estimatesSection() {
    return estimates.orElse(USERS_ESTIMATES);
  }

  /** How long the agent's own estimate may take; 0 if it makes none. */
  private long estimateMillis() {
    return switch (estimatesSection().source()) {
      case "users" -> 0;
      case "own" -> profilerMillis() + ESTIMATE_SLACK_MILLIS;
      default ->
          throw new IllegalArgumentException(
              "The setting 'estimates.source' is '%s', and must be users or own."
                  .formatted(estimatesSection().source()));
    };
  }

  private long profilerMillis() {
    double seconds = estimatesSection().maxProfilerSeconds().orElse(DEFAULT_MAX_PROFILER_SECONDS);
    return seconds == 0 ? 0 : millis(seconds, "estimates.max_profiler_seconds");
  }

  private int margin() {
    double margin = estimatesSection().margin().orElse(DEFAULT_MARGIN);
    if (!(margin >= 1) || margin > MAX_MARGIN) {
      throw new IllegalArgumentException(
          "The setting 'estimates.margin' is " + margin + ", and must be from 1 to 100.");
    }
    return (int) (margin * THOUSAND);
  }

  private static double share(double reliability) {
    if (!(reliability > 0 && reliability < 1)) {
      throw new IllegalArgumentException(
          "The setting 'promise_reliability' is %s, and must be between 0 and 1, for example 0.95."
              .formatted(reliability));
    }
    return reliability;
  }

  static long millis(double seconds, String setting) {
    if (!(seconds > 0) || seconds > Time.DAY_MILLIS) {
      throw new IllegalArgumentException(
          "The setting '" + setting + "' is " + seconds + ", and must be more than 0.");
    }
    return Math.max(1, Math.round(seconds * Time.SECOND_MILLIS));
  }

  private ProviderTerms.DisclosureLevel disclosureLevel() {
    String name = disclosure.orElse("nothing").toUpperCase(Locale.ROOT).replace('-', '_');
    try {
      return ProviderTerms.DisclosureLevel.valueOf(name);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "The setting 'disclosure' is '"
              + disclosure.orElse("")
              + "', and must be nothing, power, power-and-work or free-slots.",
          e);
    }
  }

  private Money price() {
    if (pricePerProcessorHour.isPresent() && pricePerProcessorHour.get().signum() < 0) {
      throw new IllegalArgumentException(
          "The setting 'price_per_processor_hour' is %s, and must not be below 0."
              .formatted(pricePerProcessorHour.get()));
    }
    return new Money(
        pricePerProcessorHour
            .orElse(BigDecimal.ZERO)
            .multiply(BigDecimal.valueOf(THOUSAND))
            .longValueExact());
  }
}
