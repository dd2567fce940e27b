/**
 * The queue of one machine, event by event: somebody comes, somebody ends, and now who starts?
 * Holds the rules of the classic schedulers; knows the model and the profile, and decides only
 * about the present.
 */
@NullMarked
package tender.core.queue;

import org.jspecify.annotations.NullMarked;
