/**
 * The pages of {@code --help}: picocli's pages, with the sections of a manual page added to every
 * command. The manual text of a command is a resource.
 */
@NullMarked
package tender.cli.help;

import org.jspecify.annotations.NullMarked;
