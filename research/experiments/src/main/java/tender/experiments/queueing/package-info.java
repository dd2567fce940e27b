/**
 * The queueing model that the double auction is compared with: three queues in sequence, the last
 * of which uses an optimal partition of a site's processors. {@link
 * tender.experiments.queueing.QueueingBound} is the entry point.
 *
 * <p>Equations are named as in the appendix of the paper (Garg, Venugopal, Broberg and Buyya,
 * "Double auction-inspired meta-scheduling of parallel applications on global grids", 2013), A.1 to
 * A.25. Where a printed equation is wrong, the class documents this and uses the equation of the
 * textbooks.
 */
@NullMarked
package tender.experiments.queueing;

import org.jspecify.annotations.NullMarked;
