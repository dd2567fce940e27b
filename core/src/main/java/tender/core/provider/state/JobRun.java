package tender.core.provider.state;

import tender.core.model.Job;
import tender.core.model.TaskSet;
import tender.core.model.Time;

/** Tasks of a job that are started together; a local job has one task, with index 0. */
public record JobRun(Job job, TaskSet tasks, long startedMillis) {

  /** A copy with another estimated run time. */
  public JobRun withDuration(long durationMillis) {
    return new JobRun(job.withDuration(durationMillis), tasks, startedMillis);
  }

  /** The total run time of some of its tasks until now. */
  public long ranMillis(TaskSet selected, long nowMillis) {
    return Math.clamp(nowMillis - startedMillis, 0, Time.LIMIT_MILLIS) * selected.size();
  }
}
