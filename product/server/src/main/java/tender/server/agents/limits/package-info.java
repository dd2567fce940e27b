/** Limits of connections, registrations and transfers, so that no agent can overload the server. */
@NullMarked
package tender.server.agents.limits;

import org.jspecify.annotations.NullMarked;
