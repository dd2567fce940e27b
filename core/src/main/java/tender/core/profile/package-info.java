/**
 * Free processors over time, and where work fits into them. It knows only the model, not what the
 * work is for or in which order it is placed.
 */
@NullMarked
package tender.core.profile;

import org.jspecify.annotations.NullMarked;
