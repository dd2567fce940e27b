/**
 * Drives core's metascheduler: what agents and people say is worked into bags in PostgreSQL, and
 * what bags then owe to agents is sent until they have it. Any number of replicas do this at once
 * on one database; whoever writes a bag second reads it again and decides anew.
 */
@NullMarked
package tender.server.market;

import org.jspecify.annotations.NullMarked;
