/**
 * The port to the store of bags. The driver of the metascheduler reads a bag, lets the state
 * machine decide, and writes the bag with all its new messages, all or nothing, and only if no
 * other replica has written the bag in between.
 */
@NullMarked
package tender.core.store;

import org.jspecify.annotations.NullMarked;
