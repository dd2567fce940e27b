/** The command for a user's access tokens. */
@NullMarked
package tender.cli.token;

import org.jspecify.annotations.NullMarked;
