/**
 * Generates completion scripts for shells from the commands, so that the scripts are always
 * complete.
 */
@NullMarked
package tender.cli.completion;

import org.jspecify.annotations.NullMarked;
