/**
 * Jobs of a trace as a simulator wants them: cleaned, chosen and stretched to a load, and given
 * deadlines. It knows the format that logs come in, and core's vocabulary.
 */
@NullMarked
package tender.workload.trace;

import org.jspecify.annotations.NullMarked;
