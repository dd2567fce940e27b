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

/** The local jobs of a site with their promises and ends so far. */
final class LocalJobRecords {
  private final SiteConfig site;
  private final Map<JobId, TrackedJob> jobs = new LinkedHashMap<>();

  private static final class TrackedJob {
    final SimulatedLocalJob local;
    long promisedMillis = Time.NEVER;
    long endedMillis = Time.NEVER;

    TrackedJob(SimulatedLocalJob local) {
      this.local = local;
    }
  }

  LocalJobRecords(SiteConfig site) {
    this.site = site;
    site.localJobs().forEach(local -> jobs.put(local.job().id(), new TrackedJob(local)));
  }

  /** The local job with an id, null if the id is not a local job's. */
  @Nullable SimulatedLocalJob find(JobId id) {
    TrackedJob tracked = jobs.get(id);
    return tracked == null ? null : tracked.local;
  }

  void promised(Job job) {
    Objects.requireNonNull(jobs.get(job.id())).promisedMillis = job.deadlineMillis();
  }

  void ended(JobId id, long nowMillis) {
    Objects.requireNonNull(jobs.get(id)).endedMillis = nowMillis;
  }

  List<MarketOutcome.LocalJobOutcome> outcomes() {
    List<MarketOutcome.LocalJobOutcome> outcomes = new ArrayList<>();
    for (TrackedJob tracked : jobs.values()) {
      Job job = tracked.local.job();
      outcomes.add(
          new MarketOutcome.LocalJobOutcome(
              site.id(),
              job.id(),
              job.width(),
              tracked.local.runMillis(),
              job.submittedMillis(),
              job.deadlineMillis(),
              tracked.promisedMillis,
              tracked.endedMillis));
    }
    return outcomes;
  }
}
