/**
 * What the metascheduler and the providers say to each other. Every message names what it is about
 * by an id that the metascheduler chose, so that one which comes twice, late or never does no harm.
 */
@NullMarked
package tender.core.message;

import org.jspecify.annotations.NullMarked;
