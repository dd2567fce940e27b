package tender.cli.slurm.job;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import tender.cli.slurm.option.Fate;
import tender.cli.slurm.option.OptionValues;
import tender.cli.slurm.option.RefusedOptionException;
import tender.cli.slurm.option.SbatchOption;
import tender.cli.slurm.option.SbatchOptions;
import tender.support.input.Printable;

/** Collects what is wrong with the options of a job, so that the user sees all of it. */
final class Problems {
  private static final int MAX_SHOWN = 200;

  private final Set<String> found = new LinkedHashSet<>();

  /** Adds the options that are always refused. */
  void addRefused(OptionValues values) {
    for (SbatchOption option : values.withFate(Fate.REFUSED)) {
      add(values.written(option), option.note());
    }
  }

  void add(String written, String reason) {
    found.add(Printable.upTo(MAX_SHOWN, written) + ": " + reason);
  }

  /**
   * The value of an option; empty if it is not given, or invalid.
   *
   * @param parser says in an {@link IllegalArgumentException} why a value cannot be used
   */
  <T> Optional<T> read(OptionValues values, String name, Function<String, T> parser) {
    return values
        .value(name)
        .flatMap(
            text -> {
              try {
                return Optional.of(parser.apply(text.strip()));
              } catch (IllegalArgumentException e) {
                add(SbatchOptions.of(name).written(text), String.valueOf(e.getMessage()));
                return Optional.empty();
              }
            });
  }

  /** Throws an exception if there is a problem. */
  void throwIfAny() {
    if (!found.isEmpty()) {
      throw new RefusedOptionException(List.copyOf(found));
    }
  }
}
