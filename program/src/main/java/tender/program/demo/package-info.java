/** A whole market on one machine, to see what Tender does. */
@NullMarked
package tender.program.demo;

import org.jspecify.annotations.NullMarked;
