/**
 * How long the tasks of a part have run, for its bill: measured by the batch system and by the
 * agent's own observation of the queue, never by files that a task can change.
 */
@NullMarked
package tender.agent.usage;

import org.jspecify.annotations.NullMarked;
