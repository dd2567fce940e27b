/**
 * Metrics for Prometheus, and spans of a bag for an OpenTelemetry collector. Knows the ids of core.
 */
@NullMarked
package tender.support.telemetry;

import org.jspecify.annotations.NullMarked;
