/**
 * The optimal clearing of a cycle of the double auction, by an exact solver, and how close the
 * clearing policies come to it.
 */
@NullMarked
package tender.experiments.optimum;

import org.jspecify.annotations.NullMarked;
