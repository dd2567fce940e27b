/** Commands for the owner of a cluster. */
@NullMarked
package tender.program.agent;

import org.jspecify.annotations.NullMarked;
