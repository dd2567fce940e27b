/**
 * Input files and result packs, identified by their SHA-256 digest. Their bytes are in PostgreSQL
 * or in an object store. Knows store.sql and objects.
 */
@NullMarked
package tender.server.store.content;

import org.jspecify.annotations.NullMarked;
