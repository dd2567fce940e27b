/**
 * The experiment of Garg, Venugopal, Broberg and Buyya, "Double Auction-Inspired Meta-Scheduling of
 * Parallel Applications on Global Grids": its workload, its sites, its claims and its figures.
 */
@NullMarked
package tender.experiments.auction;

import org.jspecify.annotations.NullMarked;
