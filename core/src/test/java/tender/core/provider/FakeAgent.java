package tender.core.provider;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.model.Cluster;
import tender.core.model.Job;
import tender.core.model.JobId;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;
import tender.core.model.Time;
import tender.core.provider.state.JobRun;
import tender.core.provider.state.ProviderEffect;
import tender.core.provider.state.ProviderEvent;
import tender.core.provider.state.RecoveredState;
import tender.core.provider.state.ReservationRecord;

/**
 * Acts like an agent: stores records, starts tasks, and restarts the provider from the stored
 * records.
 */
final class FakeAgent {
  private final ProviderId id;
  private final Cluster cluster;
  private final ProviderTerms terms;
  private final Map<ReservationId, ReservationRecord> stored = new LinkedHashMap<>();
  private final Map<JobId, Job> localJobs = new LinkedHashMap<>();
  private final List<JobRun> running = new ArrayList<>();
  private final List<JobRun> ended = new ArrayList<>();
  private final List<JobRun> started = new ArrayList<>();
  private Provider provider;
  private long timerMillis = Time.NEVER;

  FakeAgent(ProviderId id, Cluster cluster, ProviderTerms terms) {
    this.id = id;
    this.cluster = cluster;
    this.terms = terms;
    provider = new Provider(id, cluster, terms);
  }

  /** Delivers a message and returns the messages sent in return. */
  List<Message.ToMetascheduler> send(Message.ToProvider message, long nowMillis) {
    return handle(new ProviderEvent.MessageReceived(message), nowMillis);
  }

  List<Message.ToMetascheduler> fireTimer(long nowMillis) {
    return handle(new ProviderEvent.TimerFired(), nowMillis);
  }

  List<Message.ToMetascheduler> submitLocal(Job job, long nowMillis) {
    return handle(new ProviderEvent.LocalJobSubmitted(job), nowMillis);
  }

  /** Ends some of the running tasks. */
  List<Message.ToMetascheduler> end(JobRun run, long nowMillis) {
    endUnobserved(run);
    return handle(new ProviderEvent.TasksEnded(run), nowMillis);
  }

  /** The same while the provider does not observe it, or is down. */
  void endUnobserved(JobRun run) {
    removeFromRunning(run);
    ended.add(run);
    localJobs.remove(run.job().id());
  }

  List<Message.ToMetascheduler> stop(JobRun run, long nowMillis) {
    removeFromRunning(run);
    return handle(new ProviderEvent.TasksInterrupted(run), nowMillis);
  }

  /** Restarts the provider and fires its timer. */
  List<Message.ToMetascheduler> restart(long nowMillis) {
    List<JobRun> endedParts =
        ended.stream().filter(run -> run.job().id().value().contains("@")).toList();
    RecoveredState found =
        new RecoveredState(
            List.copyOf(stored.values()), List.copyOf(localJobs.values()), running, endedParts);
    provider = Provider.resume(id, cluster, terms, found, nowMillis);
    return fireTimer(nowMillis);
  }

  /** Handles an event and returns the messages sent in return. */
  List<Message.ToMetascheduler> handle(ProviderEvent event, long nowMillis) {
    List<Message.ToMetascheduler> sent = new ArrayList<>();
    for (ProviderEffect effect : provider.handle(event, nowMillis)) {
      switch (effect) {
        case ProviderEffect.StoreReservation(ReservationRecord reservation) ->
            stored.put(reservation.id(), reservation);
        case ProviderEffect.Send(Message.ToMetascheduler message) -> sent.add(message);
        case ProviderEffect.StartTasks(JobRun run) -> {
          running.add(run);
          started.add(run);
        }
        case ProviderEffect.LocalJobPromised(Job job, long askedMillis) ->
            localJobs.put(job.id(), job);
        case ProviderEffect.SetTimer(long instantMillis) -> timerMillis = instantMillis;
        case ProviderEffect.StopPart stop -> {}
        // The provider itself starts waiting tasks.
        case ProviderEffect.ReorderQueue order -> {}
        case ProviderEffect.RequestEstimate(Message.Call call) ->
            throw new IllegalStateException("This agent makes no estimates, but got " + call + ".");
        case ProviderEffect.DeleteReservations(List<ReservationId> ids) ->
            ids.forEach(stored::remove);
        case ProviderEffect.StoreSlack learned -> {}
        case ProviderEffect.SetShares share -> {}
      }
    }
    return sent;
  }

  private void removeFromRunning(JobRun run) {
    for (JobRun other : List.copyOf(running)) {
      if (other.job().id().equals(run.job().id())
          && other.startedMillis() == run.startedMillis()
          && other.tasks().containsAll(run.tasks())) {
        running.remove(other);
        TaskSet left = other.tasks().minus(run.tasks());
        if (!left.isEmpty()) {
          running.add(new JobRun(other.job(), left, other.startedMillis()));
        }
        return;
      }
    }
    throw new IllegalArgumentException(run + " does not run; these do: " + running);
  }

  /** The tasks started since the last call. */
  List<JobRun> takeStarted() {
    List<JobRun> taken = List.copyOf(started);
    started.clear();
    return taken;
  }

  List<JobRun> running() {
    return List.copyOf(running);
  }

  int processorsInUse() {
    return running.stream().mapToInt(run -> run.tasks().size() * run.job().width()).sum();
  }

  /** When the provider's timer fires. */
  long timerMillis() {
    return timerMillis;
  }

  /** Some of the tasks of a run. */
  static JobRun part(JobRun run, TaskSet tasks) {
    return new JobRun(run.job(), tasks, run.startedMillis());
  }
}
