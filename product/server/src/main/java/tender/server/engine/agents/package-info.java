/** Handles what agents send, behind the ports of the connection to agents. */
@NullMarked
package tender.server.engine.agents;

import org.jspecify.annotations.NullMarked;
