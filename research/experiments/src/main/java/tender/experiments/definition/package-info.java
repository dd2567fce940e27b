/**
 * What an experiment is: clusters and their local load, bags from outside, policies, deadlines and
 * seeds. Plain values that know nothing of files or of running.
 */
@NullMarked
package tender.experiments.definition;

import org.jspecify.annotations.NullMarked;
