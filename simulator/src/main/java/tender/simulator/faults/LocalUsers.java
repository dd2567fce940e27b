package tender.simulator.faults;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tender.core.model.Job;
import tender.core.model.JobId;

/** A site's own users: what they asked for, what they were promised, and what is done. */
final class LocalUsers {
  private final Map<JobId, Asked> jobs = new LinkedHashMap<>();

  private static final class Asked {
    final Job job;
    @Nullable Job promised;
    boolean done;

    Asked(Job job) {
      this.job = job;
    }
  }

  void ask(Job job) {
    jobs.put(job.id(), new Asked(job));
  }

  void promise(Job promised) {
    Asked asked = jobs.get(promised.id());
    if (asked != null) {
      asked.promised = promised;
    }
  }

  boolean have(JobId id) {
    return jobs.containsKey(id);
  }

  /** It is done; what was promised for it, if anything was. */
  Optional<Job> done(JobId id) {
    Asked asked = jobs.get(id);
    if (asked == null) {
      return Optional.empty();
    }
    asked.done = true;
    return Optional.ofNullable(asked.promised);
  }

  /** Those that were promised and are not done. */
  List<Job> promised() {
    List<Job> promised = new ArrayList<>();
    for (Asked asked : jobs.values()) {
      if (!asked.done && asked.promised != null) {
        promised.add(asked.promised);
      }
    }
    return promised;
  }

  /** Those whose users have not heard of a promise. */
  List<Job> unanswered() {
    List<Job> unanswered = new ArrayList<>();
    for (Asked asked : jobs.values()) {
      if (!asked.done && asked.promised == null) {
        unanswered.add(asked.job);
      }
    }
    return unanswered;
  }

  boolean haveAll() {
    for (Asked asked : jobs.values()) {
      if (!asked.done) {
        return false;
      }
    }
    return true;
  }
}
