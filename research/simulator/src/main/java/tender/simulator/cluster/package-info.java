/**
 * One machine in virtual time: jobs of a trace come and end as they really did, and one of core's
 * schedulers decides who starts. It knows core and the workload, and nothing of markets.
 */
@NullMarked
package tender.simulator.cluster;

import org.jspecify.annotations.NullMarked;
