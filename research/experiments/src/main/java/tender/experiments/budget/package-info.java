/**
 * The experiment of Suresh Kumar and Purusothaman, "Explicit Allocation Strategy with Deadline and
 * Budget Constraint Algorithm in Bag of Tasks Grid": its resources, its inputs, its claims and its
 * figures.
 */
@NullMarked
package tender.experiments.budget;

import org.jspecify.annotations.NullMarked;
