/**
 * Random numbers whose algorithm is ours to state, so that a seed means the same on every machine
 * and JDK. It knows nothing of workloads.
 */
@NullMarked
package tender.workload.random;

import org.jspecify.annotations.NullMarked;
