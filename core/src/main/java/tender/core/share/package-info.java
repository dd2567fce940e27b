/**
 * Resources whose users share them at the same time, in proportion to what they bid (Sulistio and
 * Buyya, "A Time Optimization Algorithm for Scheduling Bag-of-Task Applications in Auction-based
 * Proportional Share Systems"): the auctioneer of a resource, the information services of virtual
 * organisations, and brokers that bid for a bag.
 *
 * <p>Work is a number in whatever unit a resource's speed counts by the second: million
 * instructions in the paper, seconds of one processor on a host whose speed is its processors.
 */
@NullMarked
package tender.core.share;

import org.jspecify.annotations.NullMarked;
