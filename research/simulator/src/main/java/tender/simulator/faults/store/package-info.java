/**
 * The stores of a simulated market, in memory: bags, accounts, results and the agents' identities.
 */
@NullMarked
package tender.simulator.faults.store;

import org.jspecify.annotations.NullMarked;
