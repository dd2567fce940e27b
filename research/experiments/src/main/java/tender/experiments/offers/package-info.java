/**
 * The experiment of Netto and Buyya on offer-based scheduling, or a similar one that a researcher
 * defines: its workload, runs, metrics, claims and figures. Knows the definition of the experiment,
 * and how experiments are run and reported.
 */
@NullMarked
package tender.experiments.offers;

import org.jspecify.annotations.NullMarked;
