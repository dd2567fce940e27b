/** The command for a user's notifications. */
@NullMarked
package tender.cli.notify;

import org.jspecify.annotations.NullMarked;
