/**
 * Logins at an identity provider: in browsers, by device code, and the sessions that they start,
 * which the provider confirms again and again.
 */
@NullMarked
package tender.server.login;

import org.jspecify.annotations.NullMarked;
