/**
 * Where truth lives, as a port. Whoever drives the metascheduler reads a bag, lets the state
 * machine decide, and writes the bag with all messages it then owes, all or nothing, and only if
 * nobody else has written the bag since.
 */
@NullMarked
package tender.core.store;

import org.jspecify.annotations.NullMarked;
