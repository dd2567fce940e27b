package tender.cli.input;

import java.util.Map;
import picocli.CommandLine.TypeConversionException;

/** Finds what people ask for by a name on the command line in one of core's registries. */
public final class NameLookup {
  private NameLookup() {}

  /**
   * What has the name.
   *
   * @param kind what the names are of, such as "policy"
   * @throws TypeConversionException if there is no such name; it lists those that there are
   */
  public static <T> T find(Map<String, T> registry, String kind, String name) {
    T found = registry.get(name);
    if (found == null) {
      throw new TypeConversionException(
          "there is no "
              + kind
              + " '"
              + name
              + "'. Choose one of "
              + String.join(", ", registry.keySet()));
    }
    return found;
  }
}
