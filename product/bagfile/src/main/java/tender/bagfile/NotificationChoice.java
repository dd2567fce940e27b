package tender.bagfile;

import java.util.List;
import java.util.Optional;

/**
 * Of what the user of a bag is notified, and where.
 *
 * @param events by name; an empty list: of nothing; absent: of the events that each channel is for
 * @param channels the names of the user's webhooks and addresses; an empty list: all of them
 */
public record NotificationChoice(Optional<List<String>> events, List<String> channels) {
  /** The events of a bag. */
  public static final List<String> EVENTS =
      List.of("promised", "late", "promise-broken", "tasks-failed", "done", "ended", "budget");

  /** In place of events: the user is notified of nothing. */
  public static final String NONE = "none";

  public NotificationChoice {
    events = events.map(List::copyOf);
    channels = List.copyOf(channels);
  }
}
