/**
 * An ordinary Linux machine as a batch system: tasks are its processes, and all parts run at the
 * same time. Each part has a control group, by whose weight the kernel shares the processors, and
 * in it a group for each task, which limits and ends the task.
 */
@NullMarked
package tender.agent.batch.host;

import org.jspecify.annotations.NullMarked;
