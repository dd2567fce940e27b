/**
 * What the agent asks of its cluster's batch system, as a port: look, see the queue, submit job
 * arrays, cancel, reserve. With it, the folders that tasks live in and the one script that every
 * batch system runs. Knows core's words for tasks and time, and nothing of markets or networks.
 *
 * <p>The user's text never becomes part of a directive, an option or an argument of a batch
 * command: it is the content of a file, and the constant script hands that file to a shell.
 */
@NullMarked
package tender.agent.batch;

import org.jspecify.annotations.NullMarked;
