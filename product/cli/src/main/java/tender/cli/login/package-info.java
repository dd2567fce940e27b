/** The commands by which a user logs in at the market's identity provider, and out. */
@NullMarked
package tender.cli.login;

import org.jspecify.annotations.NullMarked;
