/**
 * The {@code tender} command: reads files, asks core, prints answers. It knows core, and no other
 * module knows it.
 */
@NullMarked
package tender.cli;

import org.jspecify.annotations.NullMarked;
