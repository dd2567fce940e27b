/**
 * The port to the cluster's batch system: read the queue, submit job arrays, cancel, reserve. It
 * knows core's tasks and time, and nothing of markets or networks.
 *
 * <p>The user's text never becomes part of a directive, an option or an argument of a batch
 * command: it is the content of a file, which the constant script passes to a shell.
 */
@NullMarked
package tender.agent.batch;

import org.jspecify.annotations.NullMarked;
