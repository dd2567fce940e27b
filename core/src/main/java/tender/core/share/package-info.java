/**
 * Resources that are shared at the same time, in proportion to bids (Sulistio and Buyya, "A Time
 * Optimization Algorithm for Scheduling Bag-of-Task Applications in Auction-based Proportional
 * Share Systems"): the auctioneer of a resource, the information services of virtual organisations,
 * and brokers that bid for a bag.
 *
 * <p>Work is measured in the unit of a resource's speed times seconds: million instructions in the
 * paper, processor seconds on a host whose speed is its number of processors.
 */
@NullMarked
package tender.core.share;

import org.jspecify.annotations.NullMarked;
