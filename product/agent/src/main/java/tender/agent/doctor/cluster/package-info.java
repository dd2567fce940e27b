/** Checks of the batch system, and of tasks in it. Submits no jobs. */
@NullMarked
package tender.agent.doctor.cluster;

import org.jspecify.annotations.NullMarked;
