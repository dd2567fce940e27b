/** Claims of papers, and whether the results of an experiment confirm them. */
@NullMarked
package tender.experiments.claims;

import org.jspecify.annotations.NullMarked;
