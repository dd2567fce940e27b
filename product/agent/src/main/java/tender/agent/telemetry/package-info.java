/**
 * Metrics, log lines and trace spans of an agent, fed by the listener interfaces of the packages
 * that do the work. No other package waits for it.
 */
@NullMarked
package tender.agent.telemetry;

import org.jspecify.annotations.NullMarked;
