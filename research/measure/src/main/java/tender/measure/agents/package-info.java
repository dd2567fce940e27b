/** Many agents in one process that answer without a cluster, for measurements of servers. */
@NullMarked
package tender.measure.agents;

import org.jspecify.annotations.NullMarked;
