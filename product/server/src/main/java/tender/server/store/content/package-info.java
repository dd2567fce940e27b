/**
 * Input files and result packs in PostgreSQL, stored in chunks and identified by their SHA-256
 * digest. Knows store.sql.
 */
@NullMarked
package tender.server.store.content;

import org.jspecify.annotations.NullMarked;
