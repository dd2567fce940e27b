/**
 * Writes files atomically and deletes directory trees without following links. Knows nothing else.
 */
@NullMarked
package tender.support.files;

import org.jspecify.annotations.NullMarked;
