/**
 * The protocol in a hostile world: replicas of the metascheduler over one store, providers with
 * their batch systems and local users, and bags, all in one thread and in virtual time, while
 * messages are lost, processes killed, clocks wrong and agents lie. What happens is drawn from a
 * seed, so that whatever goes wrong goes wrong again. The state machines are core's own.
 */
@NullMarked
package tender.simulator.faults;

import org.jspecify.annotations.NullMarked;
