/**
 * The notifications of users in PostgreSQL: their channels, and the deliveries, which are written
 * together with the bags whose events they are.
 */
@NullMarked
package tender.server.store.notifications;

import org.jspecify.annotations.NullMarked;
