/** Why the server rejects what an agent sends, and the gRPC status of each reason. */
@NullMarked
package tender.server.agents.rejection;

import org.jspecify.annotations.NullMarked;
