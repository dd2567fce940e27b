package tender.bagfile.reader;

import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import tender.bagfile.NotificationChoice;
import tender.support.input.FieldLocation;

/** Reads the fields of a bag file that say of what its user is notified. */
final class NotificationReader {
  private final BagFile file;
  private final FieldLocation top;

  NotificationReader(BagFile file, FieldLocation top) {
    this.file = file;
    this.top = top;
  }

  Optional<NotificationChoice> choice() {
    if (file.notification() == null && file.notify_channels() == null) {
      return Optional.empty();
    }
    return Optional.of(
        new NotificationChoice(
            events(file.notification()),
            texts(file.notify_channels(), top.field("notify_channels"), (name, _) -> name)));
  }

  private Optional<List<String>> events(@Nullable SweepValues given) {
    if (given == null) {
      return Optional.empty();
    }
    return NotificationChoice.NONE.equals(given.text())
        ? Optional.of(List.of())
        : Optional.of(texts(given, top.field("notify"), NotificationReader::event));
  }

  private static String event(String name, FieldLocation place) {
    if (!NotificationChoice.EVENTS.contains(name)) {
      throw place.mismatch(
          "none, or some of " + String.join(", ", NotificationChoice.EVENTS),
          "Write for example \"notify: [done, promise-broken]\".");
    }
    return name;
  }

  private static List<String> texts(
      @Nullable SweepValues given,
      FieldLocation place,
      BiFunction<String, FieldLocation, String> read) {
    if (given == null) {
      return List.of();
    }
    return given.items() == null
        ? List.of(read.apply(place.required(given.text()), place))
        : place.each(given.items(), read);
  }
}
