/**
 * Checks of single values. All other packages of core use them; this package depends on no other.
 */
@NullMarked
package tender.core.check;

import org.jspecify.annotations.NullMarked;
