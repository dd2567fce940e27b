/** Commands for the operator of a market. */
@NullMarked
package tender.program.server;

import org.jspecify.annotations.NullMarked;
