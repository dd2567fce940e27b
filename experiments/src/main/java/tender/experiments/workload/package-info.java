/**
 * The jobs and bags of an experiment: logs read from a folder, scaled to their loads, with
 * deadlines drawn for a seed.
 */
@NullMarked
package tender.experiments.workload;

import org.jspecify.annotations.NullMarked;
