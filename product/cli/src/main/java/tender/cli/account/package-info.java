/** The command that shows the user's account. It knows the client. */
@NullMarked
package tender.cli.account;

import org.jspecify.annotations.NullMarked;
