/** Figures of a measurement: their distribution, and the report that prints them. */
@NullMarked
package tender.measure.report;

import org.jspecify.annotations.NullMarked;
