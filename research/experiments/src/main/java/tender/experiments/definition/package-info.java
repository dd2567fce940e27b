/**
 * The definition of an offers experiment: clusters and their local load, external bags, policies,
 * deadlines and seeds. Plain values that depend neither on files nor on how runs are executed.
 */
@NullMarked
package tender.experiments.definition;

import org.jspecify.annotations.NullMarked;
