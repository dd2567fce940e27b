/** The experiment of Netto and Buyya on offer-based scheduling, or one like it that a researcher defines: its workload, its runs and metrics, its claims and its figures. It knows its definition, and how experiments are run and reported. */
@NullMarked
package tender.experiments.offers;

import org.jspecify.annotations.NullMarked;
