/**
 * The protocol under injected faults: replicas of the server over one store, sites with their
 * agents, batch systems and local users, and bags, all in one thread and in virtual time. Messages
 * are lost, processes are killed, clocks are wrong, and one agent may send false messages. All
 * random choices come from a seed, so every failure can be replayed. The state machines are core's
 * own.
 */
@NullMarked
package tender.simulator.faults;

import org.jspecify.annotations.NullMarked;
