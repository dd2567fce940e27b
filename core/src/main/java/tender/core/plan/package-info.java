/**
 * When each waiting job starts: the planners, their plans and the verifier that every plan must
 * pass. Plans are private to a provider: no package that composes offers may know this package.
 */
@NullMarked
package tender.core.plan;

import org.jspecify.annotations.NullMarked;
