/**
 * Clears the auction: every few seconds one replica passes waiting bids and published slots to one
 * of core's clearing policies and notifies the bags of the result. Knows model and store.
 */
@NullMarked
package tender.server.engine.auction;

import org.jspecify.annotations.NullMarked;
