/** What the checks of a server examine. Knows no check. */
@NullMarked
package tender.server.doctor.installation;

import org.jspecify.annotations.NullMarked;
