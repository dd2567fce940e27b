/** The commands for operators and auditors. */
@NullMarked
package tender.cli.operator;

import org.jspecify.annotations.NullMarked;
