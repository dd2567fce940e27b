/**
 * How well a cycle of the double auction could have been cleared at best, by an exact solver, and
 * how near to that the policies come.
 */
@NullMarked
package tender.experiments.optimum;

import org.jspecify.annotations.NullMarked;
