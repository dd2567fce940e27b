package tender.simulator.market;

import java.util.List;
import tender.core.message.Message;
import tender.core.model.Job;
import tender.core.provider.Provider;
import tender.core.provider.ProviderTerms;
import tender.core.provider.state.JobRun;
import tender.core.provider.state.ProviderEffect;
import tender.core.provider.state.ProviderEvent;
import tender.simulator.event.EventQueue;
import tender.simulator.event.VirtualTimer;

/**
 * A cluster on which the provider starts jobs itself, so its reservations are exact. Jobs run for
 * their actual time.
 */
final class PlanningSite implements SimulatedSite {
  private final SiteConfig site;
  private final Provider provider;
  private final MarketSimulation market;
  private final LocalJobRecords localJobs;
  private final ActualRunTimes runTimes;
  private final VirtualTimer timer;

  PlanningSite(SiteConfig site, ProviderTerms terms, MarketSimulation market) {
    this.site = site;
    this.market = market;
    localJobs = new LocalJobRecords(site);
    runTimes = new ActualRunTimes(site, market, localJobs);
    provider = new Provider(site.id(), site.cluster(), terms);
    timer = new VirtualTimer(market.events(), () -> handle(new ProviderEvent.TimerFired()));
  }

  @Override
  public void submitAll() {
    for (SimulatedLocalJob local : site.localJobs()) {
      market
          .events()
          .add(
              local.job().submittedMillis(),
              EventQueue.Kind.SUBMITTED,
              () -> handle(new ProviderEvent.LocalJobSubmitted(local.job())));
    }
  }

  @Override
  public void receive(Message.ToProvider message) {
    handle(new ProviderEvent.MessageReceived(message));
  }

  private void handle(ProviderEvent event) {
    for (ProviderEffect effect : provider.handle(event, market.events().nowMillis())) {
      switch (effect) {
        case ProviderEffect.Send(Message.ToMetascheduler message) -> market.send(message);
        case ProviderEffect.StartTasks(JobRun run) -> start(run);
        case ProviderEffect.LocalJobPromised(Job job, long asked) -> localJobs.promised(job);
        // This simulation has no crashes, so nothing is stored.
        case ProviderEffect.StoreReservation store -> {}
        case ProviderEffect.DeleteReservations forget -> {}
        case ProviderEffect.RequestEstimate(Message.Call call) -> estimate(call);
        case ProviderEffect.StoreSlack learned -> {}
        // Stopped tasks run to their end; their results are ignored.
        case ProviderEffect.StopPart stop -> {}
        // The provider itself starts waiting jobs.
        case ProviderEffect.ReorderQueue order -> {}
        case ProviderEffect.SetShares share ->
            throw new IllegalStateException("The site is not time-shared: " + share);
        case ProviderEffect.SetTimer(long instantMillis) -> timer.setFor(instantMillis);
      }
    }
  }

  private void estimate(Message.Call call) {
    SimulatedEstimator.Estimate estimate =
        site.estimator().orElseThrow().estimate(market.bag(call.id().bag()).external());
    market
        .events()
        .add(
            market.events().nowMillis() + estimate.durationMillis(),
            EventQueue.Kind.MESSAGE,
            () -> handle(new ProviderEvent.EstimateReady(call.id(), estimate.taskMillis())));
  }

  private void start(JobRun run) {
    ActualRunTimes.RunTime runTime = runTimes.start(run.job(), run.tasks().size());
    market
        .events()
        .add(
            market.events().nowMillis() + runTime.millis(),
            EventQueue.Kind.TASKS_ENDED,
            () -> {
              if (runTime.killed()) {
                handle(new ProviderEvent.TimeLimitReached(run));
              } else {
                end(run);
              }
            });
  }

  private void end(JobRun run) {
    if (localJobs.find(run.job().id()) != null) {
      localJobs.ended(run.job().id(), market.events().nowMillis());
    }
    handle(new ProviderEvent.TasksEnded(run));
  }

  @Override
  public List<MarketOutcome.LocalJobOutcome> outcomes() {
    return localJobs.outcomes();
  }

  @Override
  public long busyMillis() {
    return runTimes.busyMillis();
  }
}
