package tender.simulator.market;

import java.util.List;
import tender.core.message.Message;
import tender.core.model.Job;
import tender.core.provider.Effect;
import tender.core.provider.Event;
import tender.core.provider.Kept;
import tender.core.provider.Provider;
import tender.core.provider.Run;
import tender.core.provider.Terms;
import tender.simulator.event.Alarm;
import tender.simulator.event.EventQueue;

/**
 * A cluster that runs what its provider starts for as long as it really takes. What the provider
 * holds is held: its plan is what happens.
 */
final class PlanningSite implements SimulatedSite {
  private final Site site;
  private final Provider provider;
  private final Market market;
  private final LocalRecord localJobs;
  private final RunTimes runTimes;
  private final Alarm alarm;

  PlanningSite(Site site, Terms terms, Market market) {
    this.site = site;
    this.market = market;
    localJobs = new LocalRecord(site);
    runTimes = new RunTimes(site, market, localJobs);
    provider = new Provider(site.id(), site.cluster(), terms);
    alarm = new Alarm(market.events(), () -> handle(new Event.Woken()));
  }

  @Override
  public void submitAll() {
    for (LocalJob local : site.localJobs()) {
      market
          .events()
          .add(
              local.job().submittedMillis(),
              EventQueue.Kind.SUBMITTED,
              () -> handle(new Event.LocalSubmitted(local.job())));
    }
  }

  @Override
  public void receive(Message.ToProvider message) {
    handle(new Event.Received(message));
  }

  private void handle(Event event) {
    for (Effect effect : provider.handle(event, market.events().nowMillis())) {
      switch (effect) {
        case Effect.Send(Message.ToMetascheduler message) -> market.send(message);
        case Effect.Start(Run run) -> start(run);
        case Effect.LocalPromised(Job job, long asked) -> localJobs.promised(job);
        // Nobody dies here.
        case Effect.Remember(Kept kept) -> {}
        case Effect.Forget forget -> {}
        case Effect.Estimate(Message.Call call) -> estimate(call);
        case Effect.Learned learned -> {}
        // What runs for nobody runs to its end.
        case Effect.Stop stop -> {}
        // What waits is started by the provider itself.
        case Effect.Order order -> {}
        case Effect.Share share -> throw new IllegalStateException("Not shared: " + share);
        case Effect.WakeAt(long instantMillis) -> alarm.setFor(instantMillis);
      }
    }
  }

  private void estimate(Message.Call call) {
    Estimator.Estimate estimate =
        site.estimator().orElseThrow().estimate(market.bag(call.id().bag()).external());
    market
        .events()
        .add(
            market.events().nowMillis() + estimate.makingMillis(),
            EventQueue.Kind.MESSAGE,
            () -> handle(new Event.Estimated(call.id(), estimate.taskMillis())));
  }

  private void start(Run run) {
    RunTimes.RunTime runTime = runTimes.start(run.job(), run.tasks().size());
    market
        .events()
        .add(
            market.events().nowMillis() + runTime.millis(),
            EventQueue.Kind.TASKS_ENDED,
            () -> {
              if (runTime.killed()) {
                handle(new Event.LimitReached(run));
              } else {
                end(run);
              }
            });
  }

  private void end(Run run) {
    if (localJobs.find(run.job().id()) != null) {
      localJobs.ended(run.job().id(), market.events().nowMillis());
    }
    handle(new Event.TasksEnded(run));
  }

  @Override
  public List<Outcome.Local> outcomes() {
    return localJobs.outcomes();
  }

  @Override
  public long busyMillis() {
    return runTimes.busyMillis();
  }
}
