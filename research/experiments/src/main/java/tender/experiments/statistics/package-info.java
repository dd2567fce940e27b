/** Means, spreads and intervals of confidence over the seeds of an experiment. */
@NullMarked
package tender.experiments.statistics;

import org.jspecify.annotations.NullMarked;
