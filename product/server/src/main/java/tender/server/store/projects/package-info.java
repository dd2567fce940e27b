/**
 * Projects in PostgreSQL: their members, budgets, usage and warnings. Knows store.sql,
 * store.identity and model.
 */
@NullMarked
package tender.server.store.projects;

import org.jspecify.annotations.NullMarked;
