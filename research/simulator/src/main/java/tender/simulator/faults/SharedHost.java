package tender.simulator.faults;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tender.core.message.ReservationId;
import tender.core.model.TaskSet;
import tender.core.provider.state.JobRun;
import tender.core.provider.state.ProviderEvent;
import tender.core.provider.state.ReservationRecord;
import tender.core.provider.state.ReservedPart;
import tender.simulator.faults.seed.SimulationContext;

/**
 * A time-shared host: all parts run at the same time, each as fast as its share allows. After each
 * interval the agent learns how much processor time the parts have used, and which tasks ended.
 */
final class SharedHost implements SiteExecutor {
  private static final long INTERVAL_MILLIS = 20_000;

  private final FaultySite site;
  private final SimulationContext context;
  private final int processors;
  private final Map<ReservationId, HostedPart> parts = new LinkedHashMap<>();
  private final List<JobRun> results = new ArrayList<>();
  private boolean intervalScheduled;

  SharedHost(FaultySite site, SimulationContext context, int processors) {
    this.site = site;
    this.context = context;
    this.processors = processors;
  }

  /** A part with its tasks that have not ended. */
  private final class HostedPart {
    final ReservedPart part;
    final Map<JobRun, Double> remainingMillis = new LinkedHashMap<>();
    TaskSet waiting;
    long advancedMillis = context.nowMillis();
    double share;
    double usedMillis;

    HostedPart(ReservedPart part) {
      this.part = part;
      waiting = part.tasks().minus(part.endedTasks());
    }

    /** Advances the running tasks by the time since the last call; those that have ended. */
    List<JobRun> advance() {
      int width = part.job().width();
      startTasks(Math.max(1, processors / width));
      long elapsedMillis = context.nowMillis() - advancedMillis;
      advancedMillis = context.nowMillis();
      int tasks = remainingMillis.size();
      double speed = tasks == 0 ? 0 : Math.min(1, share * processors / (tasks * width));
      usedMillis += elapsedMillis * speed * tasks * width;
      remainingMillis.replaceAll((run, millis) -> millis - elapsedMillis * speed);
      List<JobRun> ended =
          remainingMillis.entrySet().stream()
              .filter(run -> run.getValue() <= 0)
              .map(Map.Entry::getKey)
              .toList();
      ended.forEach(remainingMillis::remove);
      return ended;
    }

    private void startTasks(int concurrent) {
      while (remainingMillis.size() < concurrent && !waiting.isEmpty()) {
        TaskSet task = waiting.lowest(1);
        waiting = waiting.minus(task);
        JobRun run = new JobRun(part.job(), task, context.nowMillis());
        remainingMillis.put(run, (double) site.drawRunMillis(run));
      }
    }
  }

  /** None: an agent does not start the tasks of a host again. */
  @Override
  public List<JobRun> running() {
    return List.of();
  }

  @Override
  public List<JobRun> results() {
    return List.copyOf(results);
  }

  @Override
  public void removeResult(JobRun run) {
    results.remove(run);
  }

  @Override
  public void reservationStored(ReservationRecord stored) {
    if (stored.part().isEmpty()) {
      parts.remove(stored.id());
    } else if (stored.part().get().isCommitted()) {
      parts.computeIfAbsent(stored.id(), id -> new HostedPart(stored.part().get()));
      scheduleInterval();
    }
  }

  @Override
  public void setShares(Map<ReservationId, Double> shares) {
    parts.forEach((id, part) -> part.share = shares.getOrDefault(id, 0.0));
  }

  private void scheduleInterval() {
    if (!intervalScheduled && !parts.isEmpty()) {
      intervalScheduled = true;
      context.after(INTERVAL_MILLIS, this::endInterval);
    }
  }

  private void endInterval() {
    intervalScheduled = false;
    List<JobRun> ended = new ArrayList<>();
    Map<ReservationId, Long> usedMillis = new LinkedHashMap<>();
    for (HostedPart part : parts.values()) {
      ended.addAll(part.advance());
      usedMillis.put(part.part.id(), (long) part.usedMillis);
    }
    results.addAll(ended);
    ended.forEach(site::runEnded);
    int agentIncarnation = site.incarnation();
    site.report(new ProviderEvent.ShareIntervalEnded(usedMillis), agentIncarnation);
    ended.forEach(run -> site.report(new ProviderEvent.TasksEnded(run), agentIncarnation));
    scheduleInterval();
  }

  @Override
  public void clear() {
    parts.clear();
    results.clear();
  }
}
