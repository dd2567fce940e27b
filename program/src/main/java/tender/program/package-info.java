/** The tender program, put together: the command line with the server, the agent and the demonstration. */
@NullMarked
package tender.program;

import org.jspecify.annotations.NullMarked;
