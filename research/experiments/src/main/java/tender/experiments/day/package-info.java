/** A day of a very large market under different ways to call providers. */
@NullMarked
package tender.experiments.day;

import org.jspecify.annotations.NullMarked;
