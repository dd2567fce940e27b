/**
 * The services that answer users: submit, quote, accept, cancel, list, details, results, accounts.
 * Reads the database through store and passes changes to engine; knows nothing of HTTP.
 */
@NullMarked
package tender.server.bags;

import org.jspecify.annotations.NullMarked;
