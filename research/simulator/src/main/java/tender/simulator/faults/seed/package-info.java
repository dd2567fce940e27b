/**
 * What a seed decides: the faults of a simulation, its sites, its market, its bags and the time.
 */
@NullMarked
package tender.simulator.faults.seed;

import org.jspecify.annotations.NullMarked;
