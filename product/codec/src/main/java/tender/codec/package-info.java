/**
 * The JSON in which the server and the agents store core's values, with explicit names that stay
 * the same when a class is renamed. Knows core and tender.bagfile (the text form of task sets).
 */
@NullMarked
package tender.codec;

import org.jspecify.annotations.NullMarked;
