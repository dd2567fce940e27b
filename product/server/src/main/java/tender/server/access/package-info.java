/** What users do with their access: they create, list and revoke access tokens. */
@NullMarked
package tender.server.access;

import org.jspecify.annotations.NullMarked;
