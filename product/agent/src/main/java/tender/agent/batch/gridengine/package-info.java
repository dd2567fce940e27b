/**
 * Grid Engine, through its stock commands: qsub, qstat, qdel, qalter and qconf. Only this package
 * parses their output. {@code docs/provide/gridengine.md} describes how they behave.
 */
@NullMarked
package tender.agent.batch.gridengine;

import org.jspecify.annotations.NullMarked;
