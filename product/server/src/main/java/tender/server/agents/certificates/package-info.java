/** Checks what agents request to have signed, and issues their certificates. */
@NullMarked
package tender.server.agents.certificates;

import org.jspecify.annotations.NullMarked;
