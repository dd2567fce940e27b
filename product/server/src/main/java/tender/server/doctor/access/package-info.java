/** Checks of how users and agents reach the server, and who can read its secrets. */
@NullMarked
package tender.server.doctor.access;

import org.jspecify.annotations.NullMarked;
