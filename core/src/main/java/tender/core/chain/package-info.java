/**
 * Chains: bags that start after other bags, and one promise for all of them. A chain is a state
 * machine whose stages are ordinary bags; it knows their quotes and promises, but neither providers
 * nor the metascheduler.
 */
@NullMarked
package tender.core.chain;

import org.jspecify.annotations.NullMarked;
