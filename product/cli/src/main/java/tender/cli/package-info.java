/**
 * The {@code tender} command: its root command, and the set-up that all programs share. The
 * packages below hold one group of commands each.
 */
@NullMarked
package tender.cli;

import org.jspecify.annotations.NullMarked;
