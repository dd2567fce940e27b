/**
 * The experiment of Netto and Buyya on coordinated rescheduling: bags from a workload model on four
 * clusters, with overestimated run times.
 */
@NullMarked
package tender.experiments.rescheduling;

import org.jspecify.annotations.NullMarked;
