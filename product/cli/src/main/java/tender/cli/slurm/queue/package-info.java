/** The user's bags as jobs of Slurm: their numbers, the states of their tasks, and columns. */
@NullMarked
package tender.cli.slurm.queue;

import org.jspecify.annotations.NullMarked;
