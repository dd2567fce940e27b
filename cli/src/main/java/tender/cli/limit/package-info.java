/** Keeps a command from running for ever, whatever it is asked. */
@NullMarked
package tender.cli.limit;

import org.jspecify.annotations.NullMarked;
