/**
 * Workloads drawn from the model of Lublin and Feitelson. It knows what a job of a trace is, and
 * how random numbers are drawn.
 */
@NullMarked
package tender.workload.lublin;

import org.jspecify.annotations.NullMarked;
