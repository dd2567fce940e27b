/**
 * Bags with a deadline and a budget (Suresh Kumar and Purusothaman, "Explicit Allocation Strategy
 * with Deadline and Budget Constraint Algorithm in Bag of Tasks Grid"). The user specifies no
 * processors and no time: requests for both are crafted from a provider's limits and queue, and
 * each task goes into one of them, by price or by completion time.
 */
@NullMarked
package tender.core.budget;

import org.jspecify.annotations.NullMarked;
