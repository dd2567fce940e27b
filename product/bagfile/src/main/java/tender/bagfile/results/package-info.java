/**
 * Result packs: the zip files in which the outputs of ended tasks travel from a provider to the
 * user. Knows tender.bagfile; a pack comes from an untrusted provider and is checked while it is
 * read.
 */
@NullMarked
package tender.bagfile.results;

import org.jspecify.annotations.NullMarked;
