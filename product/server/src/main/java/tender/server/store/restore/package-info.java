/** Restores of the database to an earlier time, and what was lost by them. */
@NullMarked
package tender.server.store.restore;

import org.jspecify.annotations.NullMarked;
