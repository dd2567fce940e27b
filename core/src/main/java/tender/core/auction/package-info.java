/**
 * A market that clears in cycles (Garg, Venugopal, Broberg and Buyya, "Double Auction-Inspired
 * Meta-Scheduling of Parallel Applications on Global Grids"): rigid jobs wait with bids, queues of
 * providers that disclose their free slots have asks, and a policy matches them. It is on the
 * metascheduler's side and knows nothing of how a provider computes its slots.
 */
@NullMarked
package tender.core.auction;

import org.jspecify.annotations.NullMarked;
