/**
 * What {@code --help} says: picocli's pages, with the sections of a manual page added to every
 * command by one mechanism. The words of a command are in a resource that only help reads.
 */
@NullMarked
package tender.cli.help;

import org.jspecify.annotations.NullMarked;
