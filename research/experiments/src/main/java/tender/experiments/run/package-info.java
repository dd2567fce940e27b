/**
 * Running an experiment: each run on its own, many at a time, what it measures, and what is kept of
 * it so that a run cut short can go on.
 */
@NullMarked
package tender.experiments.run;

import org.jspecify.annotations.NullMarked;
