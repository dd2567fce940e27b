package tender.cli.slurm.option;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The table of all options of {@code sbatch}, and of those that only {@code tender sbatch} has. It
 * is the resource {@code sbatch-options.txt}: help, completion, the checks of a script and the
 * table in the documentation come from there.
 */
public final class SbatchOptions {
  private static final String TABLE = "/tender/cli/slurm/sbatch-options.txt";
  private static final int COLUMNS = 6;
  private static final Map<String, SbatchOption> BY_NAME = read();

  private SbatchOptions() {}

  /** All options, in the order of the table. */
  public static List<SbatchOption> all() {
    return List.copyOf(BY_NAME.values());
  }

  /** An option by its long name, without hyphens. */
  public static SbatchOption of(String name) {
    return Optional.ofNullable(BY_NAME.get(name))
        .orElseThrow(() -> new IllegalArgumentException("sbatch has no option --" + name + "."));
  }

  private static Map<String, SbatchOption> read() {
    Map<String, SbatchOption> byName = new LinkedHashMap<>();
    try (InputStream in = SbatchOptions.class.getResourceAsStream(TABLE)) {
      if (in == null) {
        throw new IllegalStateException(TABLE + " is missing in this program.");
      }
      new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.isBlank() && !line.startsWith("#"))
          .map(SbatchOptions::option)
          .forEach(option -> byName.put(option.name(), option));
    } catch (IOException e) {
      throw new UncheckedIOException("Reading " + TABLE + " failed: " + e.getMessage(), e);
    }
    return byName;
  }

  private static SbatchOption option(String line) {
    String[] columns = line.split(" ; ", COLUMNS);
    return new SbatchOption(
        Fate.valueOf(columns[0].strip().toUpperCase(Locale.ROOT)),
        columns[1].strip(),
        columns[2].strip(),
        columns[3].strip(),
        columns[4].strip(),
        columns[5].strip());
  }
}
