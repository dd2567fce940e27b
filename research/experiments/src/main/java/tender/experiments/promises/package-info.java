/**
 * How promises are kept: markets of real logs whose estimates are wrong in known ways, with
 * providers that can hold what they promise and providers that can only forecast it.
 */
@NullMarked
package tender.experiments.promises;

import org.jspecify.annotations.NullMarked;
