/**
 * The tender program: the command line with the server, the agent and the demonstration, and the
 * configuration of its logs.
 */
@NullMarked
package tender.app;

import org.jspecify.annotations.NullMarked;
