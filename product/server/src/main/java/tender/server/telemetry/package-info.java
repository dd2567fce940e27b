/**
 * Metrics, log lines and traces of a server. Each class implements a listener interface of engine
 * or rest, and no listener may delay the work it observes.
 */
@NullMarked
package tender.server.telemetry;

import org.jspecify.annotations.NullMarked;
