/** The user that sends a request, and what the token allows. */
@NullMarked
package tender.server.rest.authentication;

import org.jspecify.annotations.NullMarked;
