/** Reserves processors for parts with the batch system. */
@NullMarked
package tender.agent.reservation;

import org.jspecify.annotations.NullMarked;
