/**
 * The page of the cluster's owner, on this machine only and with a token of its own. It shows what
 * the agent knows and tells it what the owner wants, and decides nothing.
 */
@NullMarked
package tender.agent.page;

import org.jspecify.annotations.NullMarked;
