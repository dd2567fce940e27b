/**
 * Slurm, through its stock commands: sbatch, squeue, scancel, scontrol and sinfo. What they print
 * is read here and nowhere else. {@code docs/provide/slurm.md} has what was found about them.
 */
@NullMarked
package tender.agent.batch.slurm;

import org.jspecify.annotations.NullMarked;
