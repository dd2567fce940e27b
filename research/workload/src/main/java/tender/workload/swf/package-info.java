/**
 * Logs of parallel machines in Standard Workload Format: reading them row by row whatever is wrong
 * with them, and writing them. It knows nothing of what the rows are used for.
 */
@NullMarked
package tender.workload.swf;

import org.jspecify.annotations.NullMarked;
