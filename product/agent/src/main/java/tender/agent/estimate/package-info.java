/**
 * How long tasks take at this provider: runs a bag's profiler in the batch system, learns from
 * ended tasks, measures the speed of the processors, and keeps the results on the agent's disk. It
 * knows nothing of markets.
 */
@NullMarked
package tender.agent.estimate;

import org.jspecify.annotations.NullMarked;
