/**
 * What is counted and timed, in one place for each program, and as the text that Prometheus reads.
 */
@NullMarked
package tender.observe.meters;

import org.jspecify.annotations.NullMarked;
