/**
 * Failed attempts at tasks: when they are submitted again, and what the market is told of them. It
 * may know the tasks' folders and how files are read from them, and nothing of parts or the queue.
 */
@NullMarked
package tender.agent.retry;

import org.jspecify.annotations.NullMarked;
