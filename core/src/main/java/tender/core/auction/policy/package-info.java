/**
 * The clearing policies of the auction, one final class each, and the registry that lists them by
 * name. They know the auction's cycle, clearing and queue index, and nothing of providers or bags.
 */
@NullMarked
package tender.core.auction.policy;

import org.jspecify.annotations.NullMarked;
