/** What a paper claims, and whether an experiment's results bear it out. */
@NullMarked
package tender.experiments.claims;

import org.jspecify.annotations.NullMarked;
