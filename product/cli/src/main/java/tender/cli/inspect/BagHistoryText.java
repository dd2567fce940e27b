package tender.cli.inspect;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tender.cli.client.response.OffersResponse;
import tender.cli.output.TimeFormat;
import tender.support.input.Printable;
import tender.support.text.Texts;

/** The text of the events in a bag's history. */
final class BagHistoryText {
  private static final String SECTION = "bagEvent";
  private static final List<String> BAD = List.of("lost", "breached", "not-promised", "stopped");

  private BagHistoryText() {}

  /** Whether the event is a failure. */
  static boolean isBad(OffersResponse.HistoryEvent event) {
    return BAD.contains(event.event());
  }

  static String sentence(OffersResponse.HistoryEvent event) {
    Map<String, String> values = new HashMap<>();
    values.put("event", Printable.of(event.event()));
    values.put("providers", Printable.of(String.join(", ", event.providers())));
    values.put("by", local(event.by()));
    values.put("reason", reason(event.reason()));
    // The reason of a changed bid is its amount, that of a stop the number of failed tasks, and
    // that
    // of a call the number of providers that were not called.
    values.put("amount", Printable.of(event.reason() == null ? "" : event.reason()));
    return Texts.format(SECTION, code(event, values), values);
  }

  private static String code(OffersResponse.HistoryEvent event, Map<String, String> values) {
    String code = event.event();
    if (code.equals("called") && event.providers().isEmpty()) {
      return "called-none";
    }
    if (code.equals("called") && event.reason() != null) {
      return "called-some";
    }
    if (code.equals("rescheduled") && event.from() != null && event.by() != null) {
      Duration delay = Duration.between(event.from(), event.by());
      values.put("duration", TimeFormat.duration(delay.abs()));
      return delay.isNegative() ? "rescheduled-earlier" : "rescheduled-later";
    }
    if (event.limits() != null) {
      return limitsCode(event.at(), event.limits(), values);
    }
    if (code.equals("breached") && "tasks-exceeded-limit".equals(event.reason())) {
      return "breached-limit";
    }
    if (code.equals("breached") && "database-restored".equals(event.reason())) {
      return "breached-restored";
    }
    return Texts.find(SECTION, code).isPresent() ? code : "other";
  }

  private static String limitsCode(
      Instant at, OffersResponse.Limits limits, Map<String, String> values) {
    values.put("earliest", bound(at, limits.earliest()));
    values.put("cheapest", bound(at, limits.cheapest()));
    values.put("deadline", local(limits.deadline()));
    values.put("budget", limits.budget() == null ? "" : BagReport.credits(limits.budget()));
    if (limits.budget() == null) {
      return "limits-set-deadline";
    }
    return limits.deadline() == null ? "limits-set-budget" : "limits-set";
  }

  private static String bound(Instant at, OffersResponse.Bound bound) {
    return TimeFormat.duration(Duration.between(at, bound.by()))
        + " for "
        + BagReport.credits(bound.price());
  }

  /** The text of a code that explains an event. */
  static String reason(@Nullable String code) {
    return code == null ? "" : Printable.of(Texts.of("reason", code));
  }

  private static String local(@Nullable Instant instant) {
    return instant == null ? "an unknown time" : TimeFormat.local(instant);
  }
}
