/**
 * An ordinary Linux machine as a batch system: tasks are its processes, and all bidders' run at the
 * same time. Each bidder has a control group, by whose weight the kernel shares the processors, and
 * below it a group for each task, by which the task is limited and ended.
 */
@NullMarked
package tender.agent.batch.host;

import org.jspecify.annotations.NullMarked;
