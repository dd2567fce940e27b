/**
 * The auction: every few seconds one of the replicas puts those who bid and those who have slots
 * before one of core's clearing policies, and tells the bags what became of them.
 */
@NullMarked
package tender.server.market.auction;

import org.jspecify.annotations.NullMarked;
