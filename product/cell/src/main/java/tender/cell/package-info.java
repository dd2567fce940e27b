/**
 * Makes a market, the cell, a provider of another market. The other market calls, reserves and
 * commits here as at any provider; each of its messages becomes a request to the cell's servers,
 * which compose the offers of the cell's providers. Everything that must survive a restart is in
 * the databases of the two markets.
 */
@NullMarked
package tender.cell;

import org.jspecify.annotations.NullMarked;
