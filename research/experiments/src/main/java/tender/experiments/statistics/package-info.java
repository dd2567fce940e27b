/** Means, standard deviations and confidence intervals over the seeds of an experiment. */
@NullMarked
package tender.experiments.statistics;

import org.jspecify.annotations.NullMarked;
