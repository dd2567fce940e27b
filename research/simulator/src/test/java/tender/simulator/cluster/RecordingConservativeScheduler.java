package tender.simulator.cluster;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tender.core.model.Cluster;
import tender.core.model.Job;
import tender.core.model.JobId;
import tender.core.model.Time;
import tender.core.profile.ArrayProfile;
import tender.core.queue.ConservativeScheduler;
import tender.core.queue.Scheduler;

/**
 * Passes everything on to a conservative scheduler and notes, after each event, when everybody who
 * waits is planned to start.
 */
final class RecordingConservativeScheduler implements Scheduler {
  private final ConservativeScheduler scheduler;
  private final List<JobId> waiting = new ArrayList<>();
  private final Map<JobId, Long> plannedMillis = new LinkedHashMap<>();
  private int earlier;
  private int later;

  RecordingConservativeScheduler(Cluster cluster, boolean compressing) {
    scheduler =
        new ConservativeScheduler(
            ArrayProfile.of(-Time.LIMIT_MILLIS, cluster.processors()), compressing);
  }

  /** How often somebody was planned, or started, earlier than planned before. */
  int earlier() {
    return earlier;
  }

  /** How often somebody was planned, or started, later than planned before. */
  int later() {
    return later;
  }

  @Override
  public void submit(Job job, long nowMillis) {
    scheduler.submit(job, nowMillis);
    waiting.add(job.id());
    notePlan();
  }

  @Override
  public void ended(Job job, int tasks, long startedMillis, long nowMillis) {
    scheduler.ended(job, tasks, startedMillis, nowMillis);
    notePlan();
  }

  @Override
  public void startDue(long nowMillis, StartListener starts) {
    scheduler.startDue(
        nowMillis,
        (job, tasks) -> {
          note(job.id(), nowMillis);
          waiting.remove(job.id());
          starts.onStart(job, tasks);
        });
  }

  @Override
  public long nextStartMillis() {
    return scheduler.nextStartMillis();
  }

  private void notePlan() {
    scheduler.forEachRun((place, startMillis, tasks) -> note(waiting.get(place), startMillis));
  }

  private void note(JobId id, long startMillis) {
    Long before = plannedMillis.put(id, startMillis);
    if (before != null) {
      earlier += startMillis < before ? 1 : 0;
      later += startMillis > before ? 1 : 0;
    }
  }
}
