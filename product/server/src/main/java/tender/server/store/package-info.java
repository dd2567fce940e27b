/**
 * PostgreSQL: opens the connection pool, migrates the schema and creates the repositories. Knows
 * the packages below it, model, objects and core, and nothing else of the server.
 */
@NullMarked
package tender.server.store;

import org.jspecify.annotations.NullMarked;
