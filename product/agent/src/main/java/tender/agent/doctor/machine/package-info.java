/** Checks of the agent's machine: accounts, folders, and what tasks need on it. */
@NullMarked
package tender.agent.doctor.machine;

import org.jspecify.annotations.NullMarked;
