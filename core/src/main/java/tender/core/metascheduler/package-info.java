/**
 * The metascheduler's state machine: it calls for offers, composes them into one promise for a
 * whole bag, reserves and commits all parts or none, and monitors them until they end. It sees
 * messages, and nothing of a provider's queue or plan.
 */
@NullMarked
package tender.core.metascheduler;

import org.jspecify.annotations.NullMarked;
