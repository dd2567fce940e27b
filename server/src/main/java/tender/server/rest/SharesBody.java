package tender.server.rest;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tender.server.market.view.SharesView;

/** What a person bids and pays where time is shared, as JSON. */
record SharesBody(List<ShareBody> shares) {

  /** A part of a bag at a host. */
  record ShareBody(
      String bag,
      String name,
      String provider,
      int tasks,
      int done,
      Instant placed,
      @Nullable Instant ended,
      String bidPerMinute,
      String paid) {}

  static SharesBody of(SharesView view) {
    return new SharesBody(view.shares().stream().map(SharesBody::share).toList());
  }

  private static ShareBody share(SharesView.Share share) {
    return new ShareBody(
        share.bag().value(),
        share.name(),
        share.provider().value(),
        share.tasks(),
        share.done(),
        Instant.ofEpochMilli(share.placedMillis()),
        BagBody.instantOrNull(share.endedMillis()),
        share.bidPerMinute().toString(),
        share.paid().toString());
  }
}
