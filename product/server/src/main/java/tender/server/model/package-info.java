/**
 * Values that both the API and the database layer need: the user id, a bag's requirements, an
 * auction clearing, an entry of a bag's history. Knows core and the work order, and no other
 * package of the server.
 */
@NullMarked
package tender.server.model;

import org.jspecify.annotations.NullMarked;
