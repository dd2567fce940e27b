/**
 * The terminal: prints the output of commands as tables, text or JSON, and reads keys. It knows
 * nothing of the output's subject.
 */
@NullMarked
package tender.cli.output;

import org.jspecify.annotations.NullMarked;
