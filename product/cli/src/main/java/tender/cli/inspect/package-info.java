/**
 * The commands that show the state of bags and of the market: status, watch, explain, providers,
 * auction and dashboard. They format what the client returns; other packages reuse the reports.
 */
@NullMarked
package tender.cli.inspect;

import org.jspecify.annotations.NullMarked;
