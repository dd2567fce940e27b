/**
 * Reads bag files: parses and checks them, reports errors with their position, and finds the files
 * that they name.
 */
@NullMarked
package tender.cli.bagfile;

import org.jspecify.annotations.NullMarked;
