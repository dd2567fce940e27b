/**
 * The invariants that must hold in every fault simulation, and the checkers that compare them with
 * what the simulated server and sites do. It knows core, and nothing of how faults are injected.
 */
@NullMarked
package tender.simulator.faults.checks;

import org.jspecify.annotations.NullMarked;
