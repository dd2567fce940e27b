/**
 * Finds faults in the installation of a server, and says how to correct them: one class for each
 * check, and {@link tender.server.doctor.ServerDoctor} with the list. Changes nothing.
 */
@NullMarked
package tender.server.doctor;

import org.jspecify.annotations.NullMarked;
