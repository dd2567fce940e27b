/**
 * Random numbers with a fixed algorithm, so that a seed gives the same numbers on every machine and
 * JDK. Knows nothing about workloads.
 */
@NullMarked
package tender.workload.random;

import org.jspecify.annotations.NullMarked;
