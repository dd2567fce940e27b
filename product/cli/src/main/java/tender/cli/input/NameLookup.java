package tender.cli.input;

import java.util.Map;
import picocli.CommandLine.TypeConversionException;

/** Looks up a name from the command line in one of core's registries. */
public final class NameLookup {
  private NameLookup() {}

  /**
   * The entry with this name.
   *
   * @param kind what the registry holds, such as "policy"
   * @throws TypeConversionException if the name is unknown; the message lists the known names
   */
  public static <T> T find(Map<String, T> registry, String kind, String name) {
    T found = registry.get(name);
    if (found == null) {
      throw new TypeConversionException(
          "unknown %s '%s'. Choose one of %s"
              .formatted(kind, name, String.join(", ", registry.keySet())));
    }
    return found;
  }
}
