/**
 * The commands that fetch what tasks wrote: results and logs. They know the client and the format
 * of result packs.
 */
@NullMarked
package tender.cli.results;

import org.jspecify.annotations.NullMarked;
