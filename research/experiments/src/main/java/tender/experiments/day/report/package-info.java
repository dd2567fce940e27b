/** Tables and charts of the results of simulated days. */
@NullMarked
package tender.experiments.day.report;

import org.jspecify.annotations.NullMarked;
