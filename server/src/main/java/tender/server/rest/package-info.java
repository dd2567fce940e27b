/**
 * REST for people, as the document {@code openapi.yaml} beside these classes says: it turns
 * requests into calls of the desk, and what the desk says into JSON. It knows the desk, and nothing
 * of how the market does what is asked of it.
 */
@NullMarked
package tender.server.rest;

import org.jspecify.annotations.NullMarked;
