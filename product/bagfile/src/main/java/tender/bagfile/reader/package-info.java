/**
 * Reads bag files: parses and checks them, reports errors with their position, and finds the files
 * that they name. The command line and the server use the same reader.
 */
@NullMarked
package tender.bagfile.reader;

import org.jspecify.annotations.NullMarked;
