/** Runs the allocation of a bag with a budget in virtual time. */
@NullMarked
package tender.simulator.budget;

import org.jspecify.annotations.NullMarked;
