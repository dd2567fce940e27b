/**
 * Reports for people: charts as plain SVG, tables in Markdown and HTML, and self-contained HTML
 * pages without scripts.
 */
@NullMarked
package tender.experiments.report;

import org.jspecify.annotations.NullMarked;
