/** Commands for the owner of a cluster. They know the agent module. */
@NullMarked
package tender.app.agent;

import org.jspecify.annotations.NullMarked;
