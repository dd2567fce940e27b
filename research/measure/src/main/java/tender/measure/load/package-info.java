/** Measurements of a server's capacity: many agents, many bags, a long history, rows written. */
@NullMarked
package tender.measure.load;

import org.jspecify.annotations.NullMarked;
