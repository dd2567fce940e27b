/**
 * PostgreSQL, where truth lives: core's port {@link tender.core.store.Store}, and what else a
 * market must remember. Plain SQL, each statement beside the method that needs it. Knows core and
 * work, and nobody in the server who asks for it.
 */
@NullMarked
package tender.server.store;

import org.jspecify.annotations.NullMarked;
