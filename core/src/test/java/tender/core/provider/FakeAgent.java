package tender.core.provider;

import tender.core.provider.state.ProviderEffect;
import tender.core.provider.state.ProviderEvent;
import tender.core.provider.state.RecoveredState;
import tender.core.provider.state.ReservationRecord;
import tender.core.provider.state.JobRun;
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

/**
 * What an agent does for its provider: it stores what must be stored, starts what is to start, and
 * brings up a new process in place of one that has ended.
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
  private long wakeMillis = Time.NEVER;

  FakeAgent(ProviderId id, Cluster cluster, ProviderTerms terms) {
    this.id = id;
    this.cluster = cluster;
    this.terms = terms;
    provider = new Provider(id, cluster, terms);
  }

  /** Hands over a message and returns what is said then. */
  List<Message.ToMetascheduler> tell(Message.ToProvider message, long nowMillis) {
    return handle(new ProviderEvent.MessageReceived(message), nowMillis);
  }

  List<Message.ToMetascheduler> wake(long nowMillis) {
    return handle(new ProviderEvent.TimerFired(), nowMillis);
  }

  List<Message.ToMetascheduler> submitLocal(Job job, long nowMillis) {
    return handle(new ProviderEvent.LocalJobSubmitted(job), nowMillis);
  }

  /** Some of the tasks that run end. */
  List<Message.ToMetascheduler> end(JobRun run, long nowMillis) {
    endUnseen(run);
    return handle(new ProviderEvent.TasksEnded(run), nowMillis);
  }

  /** The same while the provider does not look, or is down. */
  void endUnseen(JobRun run) {
    takeFromRunning(run);
    ended.add(run);
    localJobs.remove(run.job().id());
  }

  List<Message.ToMetascheduler> stop(JobRun run, long nowMillis) {
    takeFromRunning(run);
    return handle(new ProviderEvent.TasksInterrupted(run), nowMillis);
  }

  /** The process ends and another takes over; it is woken at once. */
  List<Message.ToMetascheduler> restart(long nowMillis) {
    List<JobRun> endedParts =
        ended.stream().filter(run -> run.job().id().value().contains("@")).toList();
    RecoveredState found =
        new RecoveredState(
            List.copyOf(stored.values()), List.copyOf(localJobs.values()), running, endedParts);
    provider = Provider.resume(id, cluster, terms, found, nowMillis);
    return wake(nowMillis);
  }

  private List<Message.ToMetascheduler> handle(ProviderEvent event, long nowMillis) {
    List<Message.ToMetascheduler> said = new ArrayList<>();
    for (ProviderEffect effect : provider.handle(event, nowMillis)) {
      switch (effect) {
        case ProviderEffect.StoreReservation(ReservationRecord kept) -> stored.put(kept.id(), kept);
        case ProviderEffect.Send(Message.ToMetascheduler message) -> said.add(message);
        case ProviderEffect.StartTasks(JobRun run) -> {
          running.add(run);
          started.add(run);
        }
        case ProviderEffect.LocalJobPromised(Job job, long askedMillis) -> localJobs.put(job.id(), job);
        case ProviderEffect.SetTimer(long instantMillis) -> wakeMillis = instantMillis;
        case ProviderEffect.StopPart stop -> {}
        // What waits is started by the provider itself.
        case ProviderEffect.ReorderQueue order -> {}
        case ProviderEffect.RequestEstimate(Message.Call call) ->
            throw new IllegalStateException(
                "Nobody here makes estimates, and " + call + " needs one.");
        case ProviderEffect.DeleteReservations(List<ReservationId> ids) -> ids.forEach(stored::remove);
        case ProviderEffect.StoreSlack learned -> {}
        case ProviderEffect.SetShares share -> {}
      }
    }
    return said;
  }

  private void takeFromRunning(JobRun run) {
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

  /** What was started since this was last asked. */
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

  /** When the provider last asked to be woken. */
  long wakeMillis() {
    return wakeMillis;
  }

  /** Some of the tasks of a run. */
  static JobRun part(JobRun run, TaskSet tasks) {
    return new JobRun(run.job(), tasks, run.startedMillis());
  }
}
