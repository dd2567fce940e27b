package tender.support.doctor;

import java.io.IOException;
import java.util.List;

/**
 * Whether the configuration file can be read and all its settings are valid.
 *
 * @param example the file that documents all settings
 */
public record ConfigurationCheck<S>(Reader<S> reader, String example) implements Check<S> {
  /** The name of the check, which almost all others need. */
  public static final String NAME = "configuration";

  /** For checks that need a valid configuration, and nothing else. */
  public static final List<String> REQUIRED = List.of(NAME);

  /** Reads the whole configuration. */
  @FunctionalInterface
  public interface Reader<S> {
    /** Throws an {@link IllegalArgumentException} if a setting is invalid. */
    void read(S installation) throws IOException;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public CheckResult run(S installation) throws IOException {
    try {
      reader.read(installation);
      return CheckResult.ok("all settings are valid");
    } catch (IllegalArgumentException e) {
      return CheckResult.fault(
          String.valueOf(e.getMessage()).replaceFirst("\\.$", ""),
          "Correct the file; %s explains every setting.".formatted(example));
    }
  }
}
