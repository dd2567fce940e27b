/**
 * Jobs of traces for simulations: cleaned, filtered, scaled to a load, and with deadlines. Knows
 * the file format of traces and the model of core.
 */
@NullMarked
package tender.workload.trace;

import org.jspecify.annotations.NullMarked;
