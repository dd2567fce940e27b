/**
 * How long tasks take at this site, in the agent's own words: a bag's profiler is run by the batch
 * system, ended tasks are learned from, and what is found out is kept on the agent's disk. Says it
 * to whoever asked, and knows nothing of markets.
 */
@NullMarked
package tender.agent.estimate;

import org.jspecify.annotations.NullMarked;
