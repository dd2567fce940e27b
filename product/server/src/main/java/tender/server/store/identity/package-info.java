/**
 * Users, providers, tokens, shared secrets, and which replica each agent is connected to. Knows
 * store.sql and model.
 */
@NullMarked
package tender.server.store.identity;

import org.jspecify.annotations.NullMarked;
