/**
 * What the market's operator sees of a server: figures, log lines and spans. Each is one class that
 * is told what was done, by the ports of those who do it, and that nobody waits for.
 */
@NullMarked
package tender.server.observe;

import org.jspecify.annotations.NullMarked;
