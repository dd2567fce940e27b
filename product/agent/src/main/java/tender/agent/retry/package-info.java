/**
 * Failed attempts at tasks: when they are submitted again, and what is reported to the market. It
 * may know the exit codes in the tasks' folders, and nothing of parts or the queue.
 */
@NullMarked
package tender.agent.retry;

import org.jspecify.annotations.NullMarked;
