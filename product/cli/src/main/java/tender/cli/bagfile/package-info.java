/**
 * The file that describes a bag: reading it, with an error for whatever is wrong that says where,
 * and finding the files that it names.
 */
@NullMarked
package tender.cli.bagfile;

import org.jspecify.annotations.NullMarked;
