package tender.server.store.auction;

import java.util.OptionalLong;
import tender.core.metascheduler.state.BagState;
import tender.server.model.ClearingView;

/**
 * A match of a recent cycle and its outcome.
 *
 * @param promisedMillis when its provider confirmed it; empty if it has not
 */
public record RecentMatch(
    ClearingView.MatchView match, BagState state, OptionalLong promisedMillis) {}
