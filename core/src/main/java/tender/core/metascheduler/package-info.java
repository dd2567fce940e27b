/**
 * The metascheduler's state machine: it calls for offers, composes them into one promise for a
 * whole bag, reserves and commits all parts or none, and waits for them to end. Each bag is a value
 * that events turn into another value and effects; it sees messages, and nothing of a provider.
 */
@NullMarked
package tender.core.metascheduler;

import org.jspecify.annotations.NullMarked;
