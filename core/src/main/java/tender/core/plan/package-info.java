/**
 * When each waiting job starts: the planners, the plans they make and the verifier that every plan
 * must pass. A provider's private business: nothing that composes offers may know this package.
 */
@NullMarked
package tender.core.plan;

import org.jspecify.annotations.NullMarked;
