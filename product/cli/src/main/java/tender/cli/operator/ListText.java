package tender.cli.operator;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tender.cli.output.TimeFormat;
import tender.support.input.Printable;

/** How the lists of operators show values. */
final class ListText {
  private ListText() {}

  static String local(@Nullable Instant instant) {
    return instant == null ? "–" : TimeFormat.local(instant);
  }

  static String joined(List<String> organisations) {
    return Printable.of(String.join(", ", organisations));
  }
}
