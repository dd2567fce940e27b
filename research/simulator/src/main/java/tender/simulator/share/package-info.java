/**
 * Time-shared resources in virtual time: users hand in bags, their brokers send tasks and bid, and
 * each resource's auctioneer shares it anew from interval to interval.
 */
@NullMarked
package tender.simulator.share;

import org.jspecify.annotations.NullMarked;
