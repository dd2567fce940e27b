/**
 * The server's side of the link to agents: who they are, by certificates of the market's own
 * authority, and the streams and calls that they open. It carries messages and decides nothing;
 * what they mean is the counterpart's business.
 */
@NullMarked
package tender.server.agents;

import org.jspecify.annotations.NullMarked;
