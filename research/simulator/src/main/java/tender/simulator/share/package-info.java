/**
 * Time-shared resources in virtual time: users submit bags, their brokers send tasks and bid, and
 * each resource's auctioneer computes new shares in every interval.
 */
@NullMarked
package tender.simulator.share;

import org.jspecify.annotations.NullMarked;
