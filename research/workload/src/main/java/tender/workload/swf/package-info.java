/**
 * Traces of parallel machines in Standard Workload Format: reads them row by row, tolerating
 * errors, and writes them. Knows nothing about what the rows are used for.
 */
@NullMarked
package tender.workload.swf;

import org.jspecify.annotations.NullMarked;
