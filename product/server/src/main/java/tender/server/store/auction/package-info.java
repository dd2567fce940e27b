/**
 * Published slots and auction clearings in PostgreSQL. Knows store.sql, store.identity and model.
 */
@NullMarked
package tender.server.store.auction;

import org.jspecify.annotations.NullMarked;
