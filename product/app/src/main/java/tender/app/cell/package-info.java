/** Commands for the operator of a market that is a provider of another one. */
@NullMarked
package tender.app.cell;

import org.jspecify.annotations.NullMarked;
