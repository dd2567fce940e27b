package tender.support.json;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The names that types, fields and enum constants have in stored JSON. Every module that stores
 * values lists its own in the resource {@value #RESOURCE}:
 *
 * <pre>
 * tender.core.metascheduler.state.BagState$Open kind=open
 *   id
 *   acceptance=acceptancePolicy
 * </pre>
 *
 * <p>A line without indentation is a class, with its value of the field {@code kind} if it is a
 * case of a sealed interface. An indented line is a record component or an enum constant: its Java
 * name, and after {@code =} the name in JSON if that differs. So a rename in Java changes the left
 * side of one line and nothing that is stored.
 */
public final class WireNames {
  /** The file in each module's resources. */
  public static final String RESOURCE = "tender/wire-names.txt";

  private final Map<String, TypeNames> byClassName;

  private WireNames(Map<String, TypeNames> byClassName) {
    this.byClassName = byClassName;
  }

  /**
   * The names of one type.
   *
   * @param kind the value of the field {@code kind}; absent if the type is not a case
   * @param members names in JSON by Java name, in the order of the file
   */
  public record TypeNames(Optional<String> kind, Map<String, String> members) {
    public TypeNames {
      members = Collections.unmodifiableMap(members);
    }
  }

  /** Reads the files of all modules on the class path. */
  public static WireNames load() {
    Map<String, TypeNames> types = new LinkedHashMap<>();
    try {
      ClassLoader loader = WireNames.class.getClassLoader();
      for (URL file : Collections.list(loader.getResources(RESOURCE))) {
        read(file, types);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read " + RESOURCE + " on the class path.", e);
    }
    return new WireNames(types);
  }

  private static void read(URL file, Map<String, TypeNames> types) throws IOException {
    try (var lines =
        new BufferedReader(new InputStreamReader(file.openStream(), StandardCharsets.UTF_8))) {
      Map<String, String> members = new LinkedHashMap<>();
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.isBlank() || line.startsWith("#")) {
          continue;
        }
        if (line.startsWith(" ")) {
          List<String> pair = List.of(line.strip().split("=", 2));
          members.put(pair.getFirst(), pair.getLast());
          continue;
        }
        List<String> words = List.of(line.strip().split(" kind=", 2));
        Optional<String> kind = words.stream().skip(1).findFirst();
        members = new LinkedHashMap<>();
        if (types.put(words.getFirst(), new TypeNames(kind, members)) != null) {
          throw new IllegalStateException(
              "The wire names of " + words.getFirst() + " are listed twice.");
        }
      }
    }
  }

  /** Class names in the order of the files. */
  public List<String> classNames() {
    return List.copyOf(byClassName.keySet());
  }

  /** Throws if the type is not listed: it would be stored under names that a rename changes. */
  public TypeNames of(Class<?> type) {
    TypeNames names = byClassName.get(type.getName());
    if (names == null) {
      throw new IllegalStateException(
          "%s is stored as JSON but has no wire names. Add it to %s of its module."
              .formatted(type.getName(), RESOURCE));
    }
    return names;
  }

  /** The name of a record component or enum constant; throws if it is not listed. */
  public String member(Class<?> type, String javaName) {
    String name = of(type).members().get(javaName);
    if (name == null) {
      throw new IllegalStateException(
          "%s.%s is stored as JSON but has no wire name. Add it to %s of its module."
              .formatted(type.getName(), javaName, RESOURCE));
    }
    return name;
  }
}
