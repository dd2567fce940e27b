/** What the checks of an agent examine. Knows no check. */
@NullMarked
package tender.agent.doctor.installation;

import org.jspecify.annotations.NullMarked;
