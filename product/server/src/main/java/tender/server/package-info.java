/** A market's server: REST for users, gRPC for agents, all state in PostgreSQL. */
@NullMarked
package tender.server;

import org.jspecify.annotations.NullMarked;
