package tender.cli.slurm.option;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The options of a job with their values, by long names. A flag has an empty value.
 *
 * @param byName all values of each option, in the order in which they were given
 */
public record OptionValues(Map<String, List<String>> byName) {
  public OptionValues {
    byName = Map.copyOf(byName);
  }

  /** The options, with those of a source that comes first wherever it has them. */
  public OptionValues orElse(OptionValues weaker) {
    Map<String, List<String>> merged = new LinkedHashMap<>(weaker.byName);
    merged.putAll(byName);
    return new OptionValues(merged);
  }

  /** The options that the environment of this process sets. */
  public static OptionValues ofEnvironment(Map<String, String> environment) {
    Map<String, List<String>> values = new LinkedHashMap<>();
    for (SbatchOption option : SbatchOptions.all()) {
      String value = environment.get(option.variable());
      if (!option.variable().isEmpty() && value != null) {
        values.put(option.name(), List.of(option.isFlag() ? "" : value));
      }
    }
    return new OptionValues(values);
  }

  public boolean has(String name) {
    return byName.containsKey(SbatchOptions.of(name).name());
  }

  /** The last value of an option, which replaces earlier ones. */
  public Optional<String> value(String name) {
    return Optional.ofNullable(byName.get(SbatchOptions.of(name).name())).map(List::getLast);
  }

  /** All items of an option that is a list, which may be given several times. */
  public List<String> items(String name) {
    List<String> items = new ArrayList<>();
    for (String list : byName.getOrDefault(SbatchOptions.of(name).name(), List.of())) {
      for (String item : list.split(",")) {
        if (!item.isBlank()) {
          items.add(item.strip());
        }
      }
    }
    return items;
  }

  /** The given options with this fate, in the order of the table. */
  public List<SbatchOption> withFate(Fate fate) {
    return SbatchOptions.all().stream()
        .filter(option -> option.fate() == fate && byName.containsKey(option.name()))
        .toList();
  }

  /** A given option with its value, as the user wrote it. */
  public String written(SbatchOption option) {
    return option.written(value(option.name()).orElse(""));
  }
}
