/**
 * Slurm, through its stock commands: sbatch, squeue, scancel, scontrol and sinfo. Only this package
 * parses their output. {@code docs/provide/slurm.md} describes how they behave.
 */
@NullMarked
package tender.agent.batch.slurm;

import org.jspecify.annotations.NullMarked;
