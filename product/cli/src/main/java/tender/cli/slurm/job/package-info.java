/** A job of {@code sbatch} as a bag: its tasks, resources, environment, files and output paths. */
@NullMarked
package tender.cli.slurm.job;

import org.jspecify.annotations.NullMarked;
