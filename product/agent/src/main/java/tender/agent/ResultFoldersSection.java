package tender.agent;

import com.fasterxml.jackson.annotation.JsonCreator;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tender.agent.files.SiteResultFolders;

/**
 * The folders in which outputs of tasks may stay at this site.
 *
 * @param folders absolute, by the names that bags use
 */
public record ResultFoldersSection(SiteResultFolders folders) {
  /** Reads texts: Jackson would take a path with a colon for an address. */
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  static ResultFoldersSection read(Map<String, @Nullable String> given) {
    SortedMap<String, Path> folders = new TreeMap<>();
    given.forEach(
        (name, folder) ->
            folders.put(name, DatasetsSection.checked("result_folders", name, folder)));
    return new ResultFoldersSection(SiteResultFolders.of(folders));
  }

  /** Fails if a folder cannot be used. */
  static void requireUsable(AgentConfig config) {
    config
        .resultFolders()
        .map(section -> section.folders().folders())
        .orElseGet(TreeMap::new)
        .forEach(
            (name, folder) ->
                problem(config, folder)
                    .ifPresent(
                        problem -> {
                          throw new IllegalArgumentException(
                              "The setting 'result_folders.%s' is '%s', %s. Correct it, or remove the folder."
                                  .formatted(name, folder, problem));
                        }));
  }

  private static Optional<String> problem(AgentConfig config, Path folder) {
    return DatasetsSection.problem(config, folder)
        .or(
            () ->
                Files.isWritable(folder)
                    ? Optional.empty()
                    : Optional.of("in which the agent's account may not write"));
  }
}
