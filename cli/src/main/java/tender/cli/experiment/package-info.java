/**
 * {@code tender sim FILE} and {@code tender reproduce}: reads an experiment, has it run, writes its
 * files and tells what came out.
 */
@NullMarked
package tender.cli.experiment;

import org.jspecify.annotations.NullMarked;
