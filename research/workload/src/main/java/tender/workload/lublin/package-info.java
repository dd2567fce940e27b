/**
 * Random workloads by the model of Lublin and Feitelson. Knows the jobs of traces and random
 * numbers.
 */
@NullMarked
package tender.workload.lublin;

import org.jspecify.annotations.NullMarked;
