/** Measurements of the server's store and of its connections to agents. */
@NullMarked
package tender.measure.server;

import org.jspecify.annotations.NullMarked;
