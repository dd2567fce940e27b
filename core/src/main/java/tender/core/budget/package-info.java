/**
 * Bags with a deadline and a budget (Suresh Kumar and Purusothaman, "Explicit Allocation Strategy
 * with Deadline and Budget Constraint Algorithm in Bag of Tasks Grid"). A bag's owner names no
 * processors and no time: requests for both are crafted from what a provider allows and from its
 * queue, and each task goes into one of them, by its price or by when it would end there.
 */
@NullMarked
package tender.core.budget;

import org.jspecify.annotations.NullMarked;
