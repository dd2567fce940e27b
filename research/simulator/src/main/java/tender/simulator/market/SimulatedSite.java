package tender.simulator.market;

import java.util.List;
import tender.core.message.Message;
import tender.core.model.Job;
import tender.core.provider.Provider;
import tender.core.provider.state.JobRun;
import tender.core.provider.state.ProviderEffect;
import tender.core.provider.state.ProviderEvent;
import tender.core.provider.state.ReservationRecord;
import tender.simulator.event.EventQueue;
import tender.simulator.event.VirtualTimer;

/** A provider and its cluster. */
abstract class SimulatedSite {
  final SiteConfig site;
  final MarketSimulation market;
  final LocalJobRecords localJobs;
  final ActualRunTimes runTimes;
  private final Provider provider;
  private final VirtualTimer timer;

  SimulatedSite(SiteConfig site, Provider provider, MarketSimulation market) {
    this.site = site;
    this.provider = provider;
    this.market = market;
    localJobs = new LocalJobRecords(site);
    runTimes = new ActualRunTimes(site, market, localJobs);
    timer = new VirtualTimer(market.events(), () -> handle(new ProviderEvent.TimerFired()));
  }

  /** Schedules the submission of all local jobs. */
  void submitAll() {
    for (SimulatedLocalJob local : site.localJobs()) {
      market
          .events()
          .add(
              local.job().submittedMillis(),
              EventQueue.Kind.SUBMITTED,
              () -> submitLocal(local.job()));
    }
  }

  abstract void submitLocal(Job job);

  void receive(Message.ToProvider message) {
    handle(new ProviderEvent.MessageReceived(message));
  }

  void handle(ProviderEvent event) {
    for (ProviderEffect effect : provider.handle(event, nowMillis())) {
      switch (effect) {
        case ProviderEffect.Send(Message.ToMetascheduler message) -> market.send(message);
        case ProviderEffect.LocalJobPromised(Job job, long asked) -> localJobs.promised(job);
        case ProviderEffect.SetTimer(long instantMillis) -> timer.setFor(instantMillis);
        case ProviderEffect.StoreReservation(ReservationRecord stored) -> store(stored);
        case ProviderEffect.RequestEstimate(Message.Call call) -> estimate(call);
        case ProviderEffect.StartTasks(JobRun run) -> start(run);
        // This simulation has no crashes, so nothing is restored.
        case ProviderEffect.DeleteReservations forget -> {}
        case ProviderEffect.StoreSlack learned -> {}
        // Stopped tasks run to their end; their results are ignored.
        case ProviderEffect.StopPart stop -> {}
        // The provider or the batch system alone orders waiting jobs.
        case ProviderEffect.ReorderQueue order -> {}
        case ProviderEffect.SetShares share ->
            throw new IllegalStateException("The site is not time-shared: " + share);
      }
    }
  }

  abstract void store(ReservationRecord stored);

  abstract void estimate(Message.Call call);

  abstract void start(JobRun run);

  /** Records the end of a local job; other jobs are the provider's. */
  void endLocal(JobRun run) {
    if (localJobs.find(run.job().id()) != null) {
      localJobs.ended(run.job().id(), nowMillis());
    }
  }

  long nowMillis() {
    return market.events().nowMillis();
  }

  /** The outcomes of the local jobs. */
  List<MarketOutcome.LocalJobOutcome> outcomes() {
    return localJobs.outcomes();
  }

  /** Processor-milliseconds during which tasks ran before the horizon. */
  long busyMillis() {
    return runTimes.busyMillis();
  }
}
