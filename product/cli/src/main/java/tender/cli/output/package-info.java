/**
 * Printing answers for people and for programs: tables, times, colours and JSON. It knows nothing
 * of what the answers are about.
 */
@NullMarked
package tender.cli.output;

import org.jspecify.annotations.NullMarked;
