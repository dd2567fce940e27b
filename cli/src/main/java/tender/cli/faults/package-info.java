/**
 * {@code tender faults}: runs worlds in which everything goes wrong, and says whether what must
 * hold has held.
 */
@NullMarked
package tender.cli.faults;

import org.jspecify.annotations.NullMarked;
