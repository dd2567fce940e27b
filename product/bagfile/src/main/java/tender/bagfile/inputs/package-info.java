/**
 * The input files of a bag on the user's machine, and packs of many small ones: how they are
 * written there and read at a provider.
 */
@NullMarked
package tender.bagfile.inputs;

import org.jspecify.annotations.NullMarked;
