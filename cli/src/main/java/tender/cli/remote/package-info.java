/**
 * The commands that speak to a market: handing in bags, watching them, fetching their results. They
 * know its REST interface and nothing else of it.
 */
@NullMarked
package tender.cli.remote;

import org.jspecify.annotations.NullMarked;
