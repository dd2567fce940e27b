/**
 * Grid Engine, through its stock commands: qsub, qstat, qdel, qalter and qconf. What they print is
 * read here and nowhere else. {@code docs/provide/gridengine.md} has what was found about them.
 */
@NullMarked
package tender.agent.batch.gridengine;

import org.jspecify.annotations.NullMarked;
