/** Carries an allocation of a bag with a budget out in virtual time. */
@NullMarked
package tender.simulator.budget;

import org.jspecify.annotations.NullMarked;
