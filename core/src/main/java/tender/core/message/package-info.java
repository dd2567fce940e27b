/**
 * The messages between the metascheduler and the providers. Every message carries an id that the
 * metascheduler chose, so that a duplicate, late or lost message does no harm.
 */
@NullMarked
package tender.core.message;

import org.jspecify.annotations.NullMarked;
