/**
 * What moves on the ledger for a bag, as values: whoever keeps the books writes them together with
 * the bag, all or nothing, and each once.
 */
@NullMarked
package tender.core.ledger;

import org.jspecify.annotations.NullMarked;
