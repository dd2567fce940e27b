/**
 * The client of an identity provider by OpenID Connect: authorization codes, device codes, refresh
 * tokens, and the checks of ID tokens. Knows nothing of users and sessions.
 */
@NullMarked
package tender.server.oidc;

import org.jspecify.annotations.NullMarked;
