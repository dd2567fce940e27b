/** The options of {@code sbatch}: the table of all of them, and their sources. */
@NullMarked
package tender.cli.slurm.option;

import org.jspecify.annotations.NullMarked;
