/**
 * Executes the runs of an experiment in parallel, caches finished runs so that an interrupted
 * experiment can resume, and reads traces. It does not know any particular experiment.
 */
@NullMarked
package tender.experiments.run;

import org.jspecify.annotations.NullMarked;
