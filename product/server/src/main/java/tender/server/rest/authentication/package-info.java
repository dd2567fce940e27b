/** Who sends a request, and what their token allows. */
@NullMarked
package tender.server.rest.authentication;

import org.jspecify.annotations.NullMarked;
