/** Reads requests: bodies, and values that several routes have. */
@NullMarked
package tender.server.rest.request;

import org.jspecify.annotations.NullMarked;
