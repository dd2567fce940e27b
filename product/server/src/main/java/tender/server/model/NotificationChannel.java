package tender.server.model;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * Where notifications of a user are sent, without secrets.
 *
 * @param address the URL or the e-mail address
 * @param isConfirmed false until the user has entered the code that was sent to the address
 * @param waiting how many notifications have not been delivered yet
 * @param deliveredMillis when one was delivered; empty if none was in the last days
 * @param error why the last attempt failed; empty if it did not
 */
public record NotificationChannel(
    String name,
    Kind kind,
    String address,
    List<NotificationEvent> events,
    long createdMillis,
    boolean isConfirmed,
    int waiting,
    OptionalLong deliveredMillis,
    Optional<String> error) {
  public NotificationChannel {
    events = List.copyOf(events);
  }

  /** How notifications are sent. The names are stored and sent. */
  public enum Kind {
    WEBHOOK,
    EMAIL;

    /** The kind with a name, as {@link #text} gives it. */
    public static Kind of(String text) {
      return Stream.of(values())
          .filter(kind -> kind.text().equals(text))
          .findFirst()
          .orElseThrow(() -> new IllegalArgumentException("There is no kind " + text + "."));
    }

    /** The name. */
    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
