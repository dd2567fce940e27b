/**
 * One machine in virtual time: jobs of a trace arrive and run as logged, and one of core's
 * schedulers decides which job starts when. It knows core and the workload, and nothing of markets.
 */
@NullMarked
package tender.simulator.cluster;

import org.jspecify.annotations.NullMarked;
