/**
 * The queueing model to which the double auction is compared: three queues in sequence, of which
 * the last divides a site's processors as a minimiser says. {@link
 * tender.experiments.queueing.QueueingBound} is the way in.
 *
 * <p>Equations are named as in the appendix of the paper (Garg, Venugopal, Broberg and Buyya,
 * "Double auction-inspired meta-scheduling of parallel applications on global grids", 2013), A.1 to
 * A.25. Where one does not hold as printed the class says so and uses the textbook's.
 */
@NullMarked
package tender.experiments.queueing;

import org.jspecify.annotations.NullMarked;
