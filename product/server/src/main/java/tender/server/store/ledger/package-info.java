/**
 * The double-entry ledger in PostgreSQL: accounts, transfers, holds and credit limits. Knows
 * store.sql and model.
 */
@NullMarked
package tender.server.store.ledger;

import org.jspecify.annotations.NullMarked;
