/**
 * What a cluster's owner and a market's operator see of an agent: figures, log lines and spans,
 * told by the ports of those who do the work. Nobody waits for it.
 */
@NullMarked
package tender.agent.observe;

import org.jspecify.annotations.NullMarked;
