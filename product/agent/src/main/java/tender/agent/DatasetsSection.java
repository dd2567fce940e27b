package tender.agent;

import com.fasterxml.jackson.annotation.JsonCreator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tender.agent.files.Datasets;
import tender.bagfile.SiteInput;

/**
 * The datasets that tasks can read at this site.
 *
 * @param folders absolute, by the datasets' names
 */
public record DatasetsSection(SortedMap<String, Path> folders) {
  private static final DatasetsSection NONE = new DatasetsSection(new TreeMap<>());

  /** Options of containers have a path in a line of their own, with colons around it. */
  private static final Pattern FOLDER = Pattern.compile("/[\\w./+@-]+");

  /** Reads texts: Jackson would take a path with a colon for an address. */
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  static DatasetsSection read(Map<String, @Nullable String> given) {
    SortedMap<String, Path> folders = new TreeMap<>();
    given.forEach((name, folder) -> folders.put(name, checked("datasets", name, folder)));
    return new DatasetsSection(folders);
  }

  /** The folder of this name in a setting. */
  static Path checked(String setting, String name, @Nullable String folder) {
    try {
      SiteInput.requireName(name);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "The setting '%s' contains '%s'. %s".formatted(setting, name, e.getMessage()), e);
    }
    if (folder == null || !FOLDER.matcher(folder).matches()) {
      throw new IllegalArgumentException(
          "The setting '%s.%s' is '%s', and must be an absolute path of letters, digits and . / + @ _ - only, not the root. Name the folder."
              .formatted(setting, name, folder));
    }
    return Path.of(folder);
  }

  /** The datasets of an agent. Fails if a folder cannot be used. */
  public static Datasets datasets(AgentConfig config) throws IOException {
    DatasetsSection section = config.datasets().orElse(NONE);
    for (Map.Entry<String, Path> dataset : section.folders.entrySet()) {
      Optional<String> problem = problem(config, dataset.getValue());
      if (problem.isPresent()) {
        throw new IllegalArgumentException(
            "The setting 'datasets.%s' is '%s', %s. Correct it, or remove the dataset."
                .formatted(dataset.getKey(), dataset.getValue(), problem.get()));
      }
    }
    return Datasets.of(section.folders);
  }

  /** Why a folder cannot be used; empty if it can. */
  public static Optional<String> problem(AgentConfig config, Path folder) {
    if (!Files.exists(folder)) {
      return Optional.of("which does not exist");
    }
    if (!Files.isDirectory(folder)) {
      return Optional.of("which is not a folder");
    }
    if (!Files.isReadable(folder) || !Files.isExecutable(folder)) {
      return Optional.of("which the agent's account may not read");
    }
    Path real = real(folder);
    if (!FOLDER.matcher(real.toString()).matches()) {
      return Optional.of(
          "a link to '%s', which has other characters or is the root".formatted(real));
    }
    // Tasks must not see the agent's own files.
    return Stream.of(config.stateDir(), config.workDir())
        .map(own -> real(own.toAbsolutePath()))
        .filter(own -> own.startsWith(real) || real.startsWith(own))
        .map(own -> "which contains, or is in, the agent's folder '%s'".formatted(own))
        .findFirst();
  }

  /** The folders as sandboxes show them, without links. */
  List<Path> realFolders() {
    return folders.values().stream().map(DatasetsSection::real).distinct().toList();
  }

  private static Path real(Path path) {
    try {
      return path.toRealPath();
    } catch (IOException e) {
      return path.normalize();
    }
  }
}
