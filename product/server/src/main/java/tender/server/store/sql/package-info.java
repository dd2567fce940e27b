/**
 * Runs SQL statements and transactions and maps PostgreSQL errors to retryable and permanent
 * failures. Knows no table.
 */
@NullMarked
package tender.server.store.sql;

import org.jspecify.annotations.NullMarked;
