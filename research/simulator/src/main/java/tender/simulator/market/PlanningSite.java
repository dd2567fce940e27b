package tender.simulator.market;

import tender.core.message.Message;
import tender.core.model.Job;
import tender.core.provider.Provider;
import tender.core.provider.ProviderTerms;
import tender.core.provider.state.JobRun;
import tender.core.provider.state.ProviderEvent;
import tender.core.provider.state.ReservationRecord;
import tender.simulator.event.EventQueue;

/**
 * A cluster on which the provider starts jobs itself, so its reservations are exact. Jobs run for
 * their actual time.
 */
final class PlanningSite extends SimulatedSite {
  PlanningSite(SiteConfig site, ProviderTerms terms, MarketSimulation market) {
    super(site, new Provider(site.id(), site.cluster(), terms), market);
  }

  @Override
  void submitLocal(Job job) {
    handle(new ProviderEvent.LocalJobSubmitted(job));
  }

  /** This simulation has no crashes, so nothing is stored. */
  @Override
  void store(ReservationRecord stored) {}

  @Override
  void receive(Message.ToProvider message) {
    super.receive(message);
    if (message instanceof Message.Call call) {
      site.estimator()
          .filter(estimator -> !estimator.isAwaited())
          .map(estimator -> estimator.estimate(market.bag(call.id().bag()).external()))
          .ifPresent(
              estimate ->
                  handleAfter(
                      estimate.durationMillis(),
                      new ProviderEvent.EstimateImproved(call.id().bag(), estimate.taskMillis())));
    }
  }

  @Override
  void estimate(Message.Call call) {
    SimulatedEstimator.Estimate estimate =
        site.estimator().orElseThrow().estimate(market.bag(call.id().bag()).external());
    handleAfter(
        estimate.durationMillis(),
        new ProviderEvent.EstimateReady(call.id(), estimate.taskMillis()));
  }

  private void handleAfter(long delayMillis, ProviderEvent event) {
    market.events().add(nowMillis() + delayMillis, EventQueue.Kind.MESSAGE, () -> handle(event));
  }

  @Override
  void start(JobRun run) {
    ActualRunTimes.RunTime runTime = runTimes.start(run.job(), run.tasks().size());
    market
        .events()
        .add(
            nowMillis() + runTime.millis(),
            EventQueue.Kind.TASKS_ENDED,
            () -> {
              if (runTime.killed()) {
                handle(new ProviderEvent.TimeLimitReached(run));
              } else {
                endLocal(run);
                handle(new ProviderEvent.TasksEnded(run));
              }
            });
  }
}
