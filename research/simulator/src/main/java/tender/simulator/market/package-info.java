/**
 * A whole market in virtual time: providers with local users, a metascheduler and its bags, and a
 * network between them. The state machines are core's own; this package only carries out their
 * effects, in one total order.
 */
@NullMarked
package tender.simulator.market;

import org.jspecify.annotations.NullMarked;
