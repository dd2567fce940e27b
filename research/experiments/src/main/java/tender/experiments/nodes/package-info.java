/**
 * What planning on single nodes costs and gains, compared with counting the processors of the whole
 * machine, on logs with requested memory. It knows the simulator's machines and schedules.
 */
@NullMarked
package tender.experiments.nodes;

import org.jspecify.annotations.NullMarked;
