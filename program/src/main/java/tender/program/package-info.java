/** The tender program, put together: the command line with the server, agent and demonstration. */
@NullMarked
package tender.program;

import org.jspecify.annotations.NullMarked;
