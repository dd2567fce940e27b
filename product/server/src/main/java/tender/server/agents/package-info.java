/**
 * The server's side of the connection to agents: enrolment, streams and calls over gRPC. It
 * transports messages and decides nothing; {@link tender.server.agents.AgentHandler} is the port to
 * the rest of the server.
 */
@NullMarked
package tender.server.agents;

import org.jspecify.annotations.NullMarked;
