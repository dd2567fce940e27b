package tender.cli.slurm.job;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import tender.bagfile.NotificationChoice;
import tender.cli.slurm.option.OptionValues;
import tender.cli.slurm.option.SbatchOptions;

/**
 * The notifications that {@code --mail-type} and {@code --mail-user} ask for. A bag can notify its
 * own user only.
 */
final class MailOptions {
  private static final String TYPE = "mail-type";
  private static final String USER = "mail-user";
  private static final Map<String, List<String>> EVENTS =
      Map.of(
          "BEGIN", List.of("promised"),
          "END", List.of("done", "ended"),
          "FAIL", List.of("tasks-failed", "ended"),
          "ALL", List.of("promised", "tasks-failed", "done", "ended"));

  private final OptionValues values;
  private final List<String> warnings;

  MailOptions(OptionValues values, List<String> warnings) {
    this.values = values;
    this.warnings = warnings;
  }

  /**
   * The fields of the bag file.
   *
   * @param channels the names of the user's confirmed addresses that are this one, or of all
   */
  Map<String, Object> fields(Function<Optional<String>, List<String>> channels) {
    List<String> types =
        values.items(TYPE).stream().map(type -> type.toUpperCase(Locale.ROOT)).toList();
    if (types.isEmpty()) {
      warn(USER, "without --mail-type, no mail is sent");
      return Map.of();
    }
    if (types.equals(List.of("NONE"))) {
      return Map.of("notify", NotificationChoice.NONE);
    }
    Set<String> events = new LinkedHashSet<>();
    types.forEach(type -> events.addAll(EVENTS.getOrDefault(type, List.of())));
    List<String> names = events.isEmpty() ? List.of() : channels.apply(values.value(USER));
    String problem =
        events.isEmpty()
            ? "bags have no such event"
            : values.value(USER).isEmpty()
                ? "you have no confirmed address; add one with tender notify email"
                : "this is none of your confirmed addresses; add it with tender notify email";
    if (names.isEmpty()) {
      warn(TYPE, problem);
      warn(USER, problem);
      return Map.of();
    }
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("notify", new ArrayList<>(events));
    fields.put("notify_channels", names);
    return fields;
  }

  private void warn(String option, String reason) {
    if (values.has(option)) {
      warnings.add(values.written(SbatchOptions.of(option)) + " is ignored: " + reason + ".");
    }
  }
}
