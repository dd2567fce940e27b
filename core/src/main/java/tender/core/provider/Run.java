package tender.core.provider;

import tender.core.model.Job;
import tender.core.model.TaskSet;

/** Tasks of a job that are started together; a local job has one task, with the number 0. */
public record Run(Job job, TaskSet tasks, long startedMillis) {}
