/**
 * The JSON bodies of REST responses; record component names are the public JSON field names. Knows
 * api.view and model.
 */
@NullMarked
package tender.server.rest.json;

import org.jspecify.annotations.NullMarked;
