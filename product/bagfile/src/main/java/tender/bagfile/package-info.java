/**
 * Work orders: the tasks of a bag, their command, parameters, input files, outputs and how long
 * they run, with the one JSON form of a work order. Knows core only; everything read here comes
 * from users and is checked.
 */
@NullMarked
package tender.bagfile;

import org.jspecify.annotations.NullMarked;
