/**
 * Finds faults in the installation of an agent, and says how to correct them: one class for each
 * check, and {@link tender.agent.doctor.AgentDoctor} with the list. Submits no jobs.
 */
@NullMarked
package tender.agent.doctor;

import org.jspecify.annotations.NullMarked;
