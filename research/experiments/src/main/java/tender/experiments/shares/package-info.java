/**
 * The experiment of Sulistio and Buyya, "A Time Optimization Algorithm for Scheduling Bag-of-Task
 * Applications in Auction-based Proportional Share Systems": its resources, its users, its claims
 * and its figures.
 */
@NullMarked
package tender.experiments.shares;

import org.jspecify.annotations.NullMarked;
