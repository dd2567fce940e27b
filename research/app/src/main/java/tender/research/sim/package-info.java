/**
 * The command tender-research sim: simulates one machine that serves the jobs of a log, or a whole
 * experiment. It reads the log, runs the simulator, verifies the schedule and writes it.
 */
@NullMarked
package tender.research.sim;

import org.jspecify.annotations.NullMarked;
