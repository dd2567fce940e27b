package tender.simulator.market;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tender.core.model.Job;
import tender.core.model.JobId;
import tender.core.model.Time;

/** The local jobs of a site, with what has become of them so far. */
final class LocalRecord {
  private final Site site;
  private final Map<JobId, Watched> jobs = new LinkedHashMap<>();

  private static final class Watched {
    final LocalJob local;
    long promisedMillis = Time.NEVER;
    long endedMillis = Time.NEVER;

    Watched(LocalJob local) {
      this.local = local;
    }
  }

  LocalRecord(Site site) {
    this.site = site;
    site.localJobs().forEach(local -> jobs.put(local.job().id(), new Watched(local)));
  }

  /** The local job of this name, if it is one. */
  @Nullable LocalJob find(JobId id) {
    Watched watched = jobs.get(id);
    return watched == null ? null : watched.local;
  }

  void promised(Job job) {
    Objects.requireNonNull(jobs.get(job.id())).promisedMillis = job.deadlineMillis();
  }

  void ended(JobId id, long nowMillis) {
    Objects.requireNonNull(jobs.get(id)).endedMillis = nowMillis;
  }

  List<Outcome.Local> outcomes() {
    List<Outcome.Local> outcomes = new ArrayList<>();
    for (Watched watched : jobs.values()) {
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
}
