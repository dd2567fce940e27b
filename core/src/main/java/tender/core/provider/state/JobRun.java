package tender.core.provider.state;

import tender.core.model.Job;
import tender.core.model.TaskSet;
import tender.core.model.Time;

/** Tasks of a job that are started together; a local job has one task, with the number 0. */
public record JobRun(Job job, TaskSet tasks, long startedMillis) {

  /** How long some of its tasks have run by now, all together. */
  public long ranMillis(TaskSet some, long nowMillis) {
    return Math.clamp(nowMillis - startedMillis, 0, Time.LIMIT_MILLIS) * some.size();
  }
}
