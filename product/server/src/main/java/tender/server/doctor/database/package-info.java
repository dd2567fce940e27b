/** Checks of PostgreSQL, and of what the server stores in it. */
@NullMarked
package tender.server.doctor.database;

import org.jspecify.annotations.NullMarked;
