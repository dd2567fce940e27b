/** {@code tender compose}: makes one promise for a bag out of the offers that stand in a file. */
@NullMarked
package tender.cli.compose;

import org.jspecify.annotations.NullMarked;
