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

/**
 * What an agent does for its provider: it stores what must be stored, starts what is to start, and
 * brings up a new process in place of one that has ended.
 */
final class FakeAgent {
  private final ProviderId id;
  private final Cluster cluster;
  private final Terms terms;
  private final Map<ReservationId, Kept> stored = new LinkedHashMap<>();
  private final Map<JobId, Job> localJobs = new LinkedHashMap<>();
  private final List<Run> running = new ArrayList<>();
  private final List<Run> ended = new ArrayList<>();
  private final List<Run> started = new ArrayList<>();
  private Provider provider;
  private long wakeMillis = Time.NEVER;

  FakeAgent(ProviderId id, Cluster cluster, Terms terms) {
    this.id = id;
    this.cluster = cluster;
    this.terms = terms;
    provider = new Provider(id, cluster, terms);
  }

  /** Hands over a message and returns what is said then. */
  List<Message.ToMetascheduler> tell(Message.ToProvider message, long nowMillis) {
    return handle(new Event.Received(message), nowMillis);
  }

  List<Message.ToMetascheduler> wake(long nowMillis) {
    return handle(new Event.Woken(), nowMillis);
  }

  List<Message.ToMetascheduler> submitLocal(Job job, long nowMillis) {
    return handle(new Event.LocalSubmitted(job), nowMillis);
  }

  /** Some of the tasks that run end. */
  List<Message.ToMetascheduler> end(Run run, long nowMillis) {
    endUnseen(run);
    return handle(new Event.TasksEnded(run), nowMillis);
  }

  /** The same while the provider does not look, or is down. */
  void endUnseen(Run run) {
    takeFromRunning(run);
    ended.add(run);
    localJobs.remove(run.job().id());
  }

  List<Message.ToMetascheduler> stop(Run run, long nowMillis) {
    takeFromRunning(run);
    return handle(new Event.TasksStopped(run), nowMillis);
  }

  /** The process ends and another takes over; it is woken at once. */
  List<Message.ToMetascheduler> restart(long nowMillis) {
    List<Run> endedParts =
        ended.stream().filter(run -> run.job().id().value().contains("@")).toList();
    Found found =
        new Found(
            List.copyOf(stored.values()), List.copyOf(localJobs.values()), running, endedParts);
    provider = Provider.resume(id, cluster, terms, found, nowMillis);
    return wake(nowMillis);
  }

  private List<Message.ToMetascheduler> handle(Event event, long nowMillis) {
    List<Message.ToMetascheduler> said = new ArrayList<>();
    for (Effect effect : provider.handle(event, nowMillis)) {
      switch (effect) {
        case Effect.Remember(Kept kept) -> stored.put(kept.id(), kept);
        case Effect.Send(Message.ToMetascheduler message) -> said.add(message);
        case Effect.Start(Run run) -> {
          running.add(run);
          started.add(run);
        }
        case Effect.LocalPromised(Job job, long askedMillis) -> localJobs.put(job.id(), job);
        case Effect.WakeAt(long instantMillis) -> wakeMillis = instantMillis;
        case Effect.Stop stop -> {}
        // What waits is started by the provider itself.
        case Effect.Order order -> {}
        case Effect.Estimate(Message.Call call) ->
            throw new IllegalStateException(
                "Nobody here makes estimates, and " + call + " needs one.");
        case Effect.Forget(List<ReservationId> ids) -> ids.forEach(stored::remove);
        case Effect.Learned learned -> {}
        case Effect.Share share -> {}
      }
    }
    return said;
  }

  private void takeFromRunning(Run run) {
    for (Run other : List.copyOf(running)) {
      if (other.job().id().equals(run.job().id())
          && other.startedMillis() == run.startedMillis()
          && other.tasks().containsAll(run.tasks())) {
        running.remove(other);
        TaskSet left = other.tasks().minus(run.tasks());
        if (!left.isEmpty()) {
          running.add(new Run(other.job(), left, other.startedMillis()));
        }
        return;
      }
    }
    throw new IllegalArgumentException(run + " does not run; these do: " + running);
  }

  /** What was started since this was last asked. */
  List<Run> takeStarted() {
    List<Run> taken = List.copyOf(started);
    started.clear();
    return taken;
  }

  List<Run> running() {
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
  static Run part(Run run, TaskSet tasks) {
    return new Run(run.job(), tasks, run.startedMillis());
  }
}
