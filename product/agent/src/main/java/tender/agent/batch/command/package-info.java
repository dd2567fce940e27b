/** How the agent runs the commands of a batch system, also under the accounts of local users. */
@NullMarked
package tender.agent.batch.command;

import org.jspecify.annotations.NullMarked;
