package tender.server.store.auction;

import java.util.OptionalLong;
import tender.core.metascheduler.state.BagState;
import tender.server.model.ClearingView;

/**
 * A match of one of the last cycles, and what became of it.
 *
 * @param promisedMillis when its provider had confirmed it, if it has
 */
public record RecentMatch(
    ClearingView.MatchView match, BagState state, OptionalLong promisedMillis) {}
