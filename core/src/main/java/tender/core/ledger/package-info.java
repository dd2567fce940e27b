/**
 * The transfers on the ledger for a bag, as values. The store writes them together with the bag,
 * all or nothing, and each one once.
 */
@NullMarked
package tender.core.ledger;

import org.jspecify.annotations.NullMarked;
