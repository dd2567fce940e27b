package tender.simulator.market;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import tender.core.chain.ChainMachine;
import tender.core.chain.ChainPolicy;
import tender.core.chain.ChainState;
import tender.core.compose.CompositionPolicy;
import tender.core.message.Message;
import tender.core.metascheduler.TimeoutConfig;
import tender.core.metascheduler.state.AcceptancePolicy;
import tender.core.model.BagId;
import tender.core.model.ProviderId;
import tender.core.model.Time;
import tender.core.provider.Provider;
import tender.core.provider.ProviderTerms;
import tender.simulator.event.EventQueue;

/**
 * Simulates a market until every local job and every promised bag has ended.
 *
 * <p>Messages take a fixed time, so a queue can change between an offer and its reservation, as in
 * a live market. Jobs run for their actual time, while all planning uses estimates.
 */
public final class MarketSimulation {
  private final EventQueue events = new EventQueue();
  private final Map<ProviderId, SimulatedSite> sites = new LinkedHashMap<>();
  private final Map<BagId, SimulatedBag> bags = new LinkedHashMap<>();
  private final List<SimulatedChain> chains = new ArrayList<>();
  private final SimulatedDirectory directory;
  private final long latencyMillis;
  private long horizonMillis = Time.NEVER;

  /**
   * @param latencyMillis how long a message takes
   */
  public MarketSimulation(
      List<SiteConfig> sites, ProviderTerms terms, CompositionPolicy composer, long latencyMillis) {
    this(sites, terms, composer, latencyMillis, Integer.MAX_VALUE);
  }

  /**
   * @param latencyMillis how long a message takes
   * @param providersPerCall how many providers a bag calls first
   */
  public MarketSimulation(
      List<SiteConfig> sites,
      ProviderTerms terms,
      CompositionPolicy composer,
      long latencyMillis,
      int providersPerCall) {
    this.latencyMillis = latencyMillis;
    directory =
        new SimulatedDirectory(
            sites, composer, TimeoutConfig.answersOnly(terms.offerValidMillis()), providersPerCall);
    for (SiteConfig site : sites) {
      this.sites.put(site.id(), simulated(site, terms));
    }
  }

  private SimulatedSite simulated(SiteConfig site, ProviderTerms common) {
    ProviderTerms priced = site.pricePerProcessorHour().map(common::withPrice).orElse(common);
    ProviderTerms terms =
        site.estimator()
            .filter(SimulatedEstimator::isAwaited)
            .map(estimator -> priced.withEstimates(estimator.maxDurationMillis()))
            .orElse(priced);
    if (site.batchSystem().isEmpty()) {
      return new PlanningSite(site, terms, this);
    }
    Provider provider =
        new Provider(
            site.id(),
            site.cluster(),
            terms.withTaskStarter(ProviderTerms.TaskStarter.BATCH_SYSTEM),
            site.slack());
    return new BatchSystemSite(
        site, provider, site.batchSystem().get().apply(site.cluster()), this);
  }

  /** Submits the bags, runs the simulation to its end and returns the outcome. */
  public MarketOutcome run(List<ExternalBag> externalBags) {
    return run(externalBags, Time.NEVER);
  }

  /**
   * Like {@link #run(List)}, but busy time counts only until an instant.
   *
   * @param horizonMillis the end of the counted time; remaining work still runs to its end
   */
  public MarketOutcome run(List<ExternalBag> externalBags, long horizonMillis) {
    this.horizonMillis = horizonMillis;
    for (ExternalBag bag : externalBags) {
      SimulatedBag simulated = new SimulatedBag(bag, directory, this);
      bags.put(bag.id(), simulated);
      events.add(bag.bag().submittedMillis(), EventQueue.Kind.SUBMITTED, simulated::submit);
    }
    sites.values().forEach(SimulatedSite::submitAll);
    while (events.step()) {}
    List<MarketOutcome.LocalJobOutcome> localJobs = new ArrayList<>();
    List<Long> busyMillis = new ArrayList<>();
    for (SimulatedSite site : sites.values()) {
      localJobs.addAll(site.outcomes());
      busyMillis.add(site.busyMillis());
    }
    return new MarketOutcome(
        localJobs,
        bags.values().stream().map(SimulatedBag::outcome).toList(),
        busyMillis,
        events.scheduledCount());
  }

  /** Like {@link #run(List)}, with chains; returns them as they end. */
  public List<ChainState> run(
      List<ExternalBag> externalBags, List<ExternalChain> externalChains, ChainPolicy policy) {
    for (ExternalChain chain : externalChains) {
      SimulatedChain simulated = new SimulatedChain(chain, new ChainMachine(policy), this);
      chains.add(simulated);
      events.add(chain.submittedMillis(), EventQueue.Kind.SUBMITTED, simulated::submit);
    }
    run(externalBags);
    return chains.stream().map(SimulatedChain::state).toList();
  }

  /** How the bags of the last run were called and what they cost, in order of submission. */
  public List<CallOutcome> callOutcomes() {
    return bags.values().stream().map(SimulatedBag::callOutcome).toList();
  }

  /** Adds a bag that a chain submits while the simulation runs. */
  SimulatedBag add(ExternalBag bag, AcceptancePolicy policy, SimulatedBag.Observer observer) {
    SimulatedBag simulated = new SimulatedBag(bag, policy, directory, this, observer);
    bags.put(bag.id(), simulated);
    return simulated;
  }

  EventQueue events() {
    return events;
  }

  long horizonMillis() {
    return horizonMillis;
  }

  void send(ProviderId to, Message.ToProvider message) {
    SimulatedSite site = Objects.requireNonNull(sites.get(to));
    deliver(() -> site.receive(message));
  }

  void send(Message.ToMetascheduler message) {
    SimulatedBag bag = bag(message.call().bag());
    deliver(() -> bag.receive(message));
  }

  private void deliver(Runnable delivery) {
    events.add(events.nowMillis() + latencyMillis, EventQueue.Kind.MESSAGE, delivery);
  }

  SimulatedBag bag(BagId id) {
    return Objects.requireNonNull(bags.get(id));
  }
}
