/** When market work gives way to local jobs, as the owner of the cluster decides. */
@NullMarked
package tender.agent.lending;

import org.jspecify.annotations.NullMarked;
