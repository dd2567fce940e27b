/** The output of the commands that find faults. Knows neither the server nor the agent. */
@NullMarked
package tender.app.doctor;

import org.jspecify.annotations.NullMarked;
