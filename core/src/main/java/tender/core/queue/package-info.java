/**
 * The queue of one machine, event by event: jobs arrive and end, and the scheduler decides which
 * jobs start now. It holds the rules of the classic schedulers, knows the model and the profile,
 * and decides only about the present.
 */
@NullMarked
package tender.core.queue;

import org.jspecify.annotations.NullMarked;
