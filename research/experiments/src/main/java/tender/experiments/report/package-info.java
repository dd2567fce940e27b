/**
 * What people look at: charts as plain SVG, one page with all of them, tables. Nothing here needs a
 * script or another file.
 */
@NullMarked
package tender.experiments.report;

import org.jspecify.annotations.NullMarked;
