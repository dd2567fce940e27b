package tender.server.rest.json;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tender.server.api.view.SharesView;

/** The parts of a user's bags at time-shared hosts, as JSON. */
public record SharesJson(List<ShareJson> shares) {

  /** A part at a host. */
  record ShareJson(
      String bag,
      String name,
      String provider,
      int tasks,
      int done,
      Instant placed,
      @Nullable Instant ended,
      String bidPerMinute,
      String paid) {}

  public static SharesJson of(SharesView view) {
    return new SharesJson(view.shares().stream().map(SharesJson::share).toList());
  }

  private static ShareJson share(SharesView.ShareView share) {
    return new ShareJson(
        share.bag().value(),
        share.name(),
        share.provider().value(),
        share.tasks(),
        share.done(),
        Instant.ofEpochMilli(share.placedMillis()),
        BagJson.instantOrNull(share.endedMillis()),
        share.bidPerMinute().toString(),
        share.paid().toString());
  }
}
