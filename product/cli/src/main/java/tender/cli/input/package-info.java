/** Arguments and options that several commands share. */
@NullMarked
package tender.cli.input;

import org.jspecify.annotations.NullMarked;
