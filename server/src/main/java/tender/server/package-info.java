/** The market: REST for people, gRPC for agents, PostgreSQL for truth, around core's metascheduler. */
@NullMarked
package tender.server;

import org.jspecify.annotations.NullMarked;
