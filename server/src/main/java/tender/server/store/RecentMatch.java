package tender.server.store;

import java.util.OptionalLong;
import tender.core.metascheduler.BagState;
import tender.server.market.view.ClearingView;

/**
 * A match of one of the last cycles, and what became of it.
 *
 * @param promisedMillis when its provider had confirmed it, if it has
 */
public record RecentMatch(
    ClearingView.MatchView match, BagState state, OptionalLong promisedMillis) {}
