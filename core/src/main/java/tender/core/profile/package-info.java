/**
 * Free processors over time, and where work fits into them. Knows the model only; what the work is
 * for, and in which order it is placed, is not its business.
 */
@NullMarked
package tender.core.profile;

import org.jspecify.annotations.NullMarked;
