/**
 * Processes bag events: applies them to bags with core's metascheduler, fires timers, dispatches
 * the outbox to connected agents, and keeps the directory of connected providers. Any number of
 * replicas do this concurrently on one database; a replica whose write conflicts reads the bag
 * again and decides again.
 */
@NullMarked
package tender.server.engine;

import org.jspecify.annotations.NullMarked;
