/** The commands for users of Slurm: sbatch, squeue, scancel and sacct. */
@NullMarked
package tender.cli.slurm;

import org.jspecify.annotations.NullMarked;
