/**
 * The command tender-research fault-test: runs the protocol in simulated worlds with faults and
 * checks the invariants after every event. It knows the simulator's faults package.
 */
@NullMarked
package tender.research.faulttest;

import org.jspecify.annotations.NullMarked;
