package tender.simulator.market;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import tender.core.message.Message;
import tender.core.model.BagId;
import tender.core.model.Job;
import tender.core.model.JobId;
import tender.core.model.Time;
import tender.core.provider.Effect;
import tender.core.provider.Event;
import tender.core.provider.Kept;
import tender.core.provider.Provider;
import tender.core.provider.Run;
import tender.core.provider.Terms;
import tender.simulator.event.Alarm;
import tender.simulator.event.EventQueue;

/**
 * A provider and its cluster, which runs what the provider starts for as long as it really takes.
 */
final class SimulatedSite {
  private final Site site;
  private final Provider provider;
  private final Market market;
  private final Map<JobId, Watched> localJobs = new LinkedHashMap<>();
  private final Alarm alarm;
  private long busyMillis;

  /** A local job, with what has become of it so far. */
  private static final class Watched {
    final LocalJob local;
    long promisedMillis = Time.NEVER;
    long endedMillis = Time.NEVER;

    Watched(LocalJob local) {
      this.local = local;
    }
  }

  SimulatedSite(Site site, Terms terms, Market market) {
    this.site = site;
    this.market = market;
    provider = new Provider(site.id(), site.cluster(), terms);
    alarm = new Alarm(market.events(), () -> handle(new Event.Woken()));
  }

  void submitAll() {
    for (LocalJob local : site.localJobs()) {
      localJobs.put(local.job().id(), new Watched(local));
      market
          .events()
          .add(
              local.job().submittedMillis(),
              EventQueue.Kind.SUBMITTED,
              () -> handle(new Event.LocalSubmitted(local.job())));
    }
  }

  void receive(Message.ToProvider message) {
    handle(new Event.Received(message));
  }

  private void handle(Event event) {
    for (Effect effect : provider.handle(event, market.events().nowMillis())) {
      switch (effect) {
        case Effect.Send(Message.ToMetascheduler message) -> market.send(message);
        case Effect.Start(Run run) -> start(run);
        case Effect.LocalPromised(Job job, long asked) ->
            watched(job).promisedMillis = job.deadlineMillis();
        // Nobody dies here.
        case Effect.Remember(Kept kept) -> {}
        case Effect.Forget forget -> {}
        case Effect.Estimate(Message.Call call) ->
            throw new IllegalStateException("Nobody estimates here: " + call);
        // What runs for nobody runs to its end.
        case Effect.Stop stop -> {}
        // What waits is started by the provider itself.
        case Effect.Order order -> {}
        case Effect.WakeAt(long instantMillis) -> alarm.setFor(instantMillis);
      }
    }
  }

  private void start(Run run) {
    Job job = run.job();
    long startedMillis = market.events().nowMillis();
    Watched local = localJobs.get(job.id());
    long runMillis =
        local != null
            ? local.local.runMillis()
            : site.cluster().durationMillis(market.runMillis(bagOf(job)));
    long untilMillis = Math.min(startedMillis + runMillis, market.horizonMillis());
    busyMillis += Math.max(0, untilMillis - startedMillis) * run.tasks().size() * job.width();
    market
        .events()
        .add(
            startedMillis + runMillis,
            EventQueue.Kind.TASKS_ENDED,
            () -> {
              if (local != null) {
                local.endedMillis = market.events().nowMillis();
              }
              handle(new Event.TasksEnded(run));
            });
  }

  List<Outcome.Local> outcomes() {
    List<Outcome.Local> outcomes = new ArrayList<>();
    for (Watched watched : localJobs.values()) {
      Job job = watched.local.job();
      outcomes.add(
          new Outcome.Local(
              site.id(),
              job.id(),
              job.width(),
              watched.local.runMillis(),
              job.submittedMillis(),
              job.deadlineMillis(),
              watched.promisedMillis,
              watched.endedMillis));
    }
    return outcomes;
  }

  long busyMillis() {
    return busyMillis;
  }

  private Watched watched(Job job) {
    return Objects.requireNonNull(localJobs.get(job.id()));
  }

  /** A part's job is named after its reservation, which begins with the bag. */
  private static BagId bagOf(Job job) {
    String name = job.id().value();
    String reservation = name.substring(0, name.lastIndexOf('@'));
    String call = reservation.substring(0, reservation.lastIndexOf('.'));
    return new BagId(call.substring(0, call.lastIndexOf('.')));
  }
}
