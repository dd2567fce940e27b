/** {@code tender compose}: composes one promise for a bag from the offers in a file. */
@NullMarked
package tender.cli.compose;

import org.jspecify.annotations.NullMarked;
