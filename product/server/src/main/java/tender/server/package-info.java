/** A market's server: REST for people, gRPC for agents, PostgreSQL for truth. */
@NullMarked
package tender.server;

import org.jspecify.annotations.NullMarked;
