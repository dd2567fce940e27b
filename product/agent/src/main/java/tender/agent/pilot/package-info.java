/**
 * Decides which pilot jobs to submit for short tasks, and derives the state of those tasks from the
 * pilots in the queue and from their claim files. It may know the batch port and its folders only.
 */
@NullMarked
package tender.agent.pilot;

import org.jspecify.annotations.NullMarked;
