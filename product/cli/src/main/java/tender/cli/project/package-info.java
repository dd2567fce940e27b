/** The commands for projects, whose members share a budget. */
@NullMarked
package tender.cli.project;

import org.jspecify.annotations.NullMarked;
