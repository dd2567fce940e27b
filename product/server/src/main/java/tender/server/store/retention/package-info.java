/**
 * Deletes ended bags, with everything that belongs to them, in short transactions. Knows the tables
 * of all other packages of the store, and no other code.
 */
@NullMarked
package tender.server.store.retention;

import org.jspecify.annotations.NullMarked;
