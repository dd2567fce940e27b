/**
 * A market that clears in cycles (Garg, Venugopal, Broberg and Buyya, "Double Auction-Inspired
 * Meta-Scheduling of Parallel Applications on Global Grids"): rigid jobs wait with bids, queues of
 * providers that disclose their free slots stand with asks, and a policy says who is matched with
 * whom. It is for the metascheduler's side alone: how a provider comes by its slots is its own
 * matter.
 */
@NullMarked
package tender.core.auction;

import org.jspecify.annotations.NullMarked;
