package tender.agent.files;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tender.bagfile.RelativePath;
import tender.bagfile.SiteInput;
import tender.core.resource.Misfit;

/**
 * The datasets that a provider has at its site. Bags name them, and files and folders in them, but
 * nothing else of the provider's: a link in a dataset that leads out of it is not followed.
 */
public final class Datasets {
  /** Of a provider that has none. */
  public static final Datasets NONE = new Datasets(new TreeMap<>());

  private static final Logger LOG = System.getLogger(Datasets.class.getName());

  private final SortedMap<String, Path> folders;

  private Datasets(SortedMap<String, Path> folders) {
    this.folders = folders;
  }

  /**
   * Of these folders, by name, which must exist. Where one is a link, its target is used until the
   * agent starts again, because sandboxes show the folder to tasks under that path.
   */
  public static Datasets of(Map<String, Path> folders) throws IOException {
    SortedMap<String, Path> real = new TreeMap<>();
    for (Map.Entry<String, Path> dataset : folders.entrySet()) {
      real.put(dataset.getKey(), dataset.getValue().toRealPath());
    }
    return new Datasets(real);
  }

  /** Why tasks with these inputs cannot run here; empty if they can. */
  public Optional<Misfit> misfit(List<SiteInput> inputs) {
    return inputs.stream().flatMap(input -> misfit(input).stream()).findFirst();
  }

  private Optional<Misfit> misfit(SiteInput input) {
    @Nullable Path folder = folders.get(input.dataset());
    if (folder == null || !Files.isReadable(folder)) {
      return Optional.of(new Misfit.MissingDataset(input.dataset()));
    }
    return find(folder, input).isPresent()
        ? Optional.empty()
        : input
            .path()
            .<Misfit>map(path -> new Misfit.MissingPath(input.dataset(), path.value()))
            .or(() -> Optional.of(new Misfit.MissingDataset(input.dataset())));
  }

  /** The file or folder, without links. */
  Path resolve(SiteInput input) throws IOException {
    @Nullable Path folder = folders.get(input.dataset());
    return Optional.ofNullable(folder)
        .flatMap(found -> find(found, input))
        .orElseThrow(
            () -> new NoSuchFileException(input.toString(), null, "not in this site's datasets"));
  }

  private static Optional<Path> find(Path folder, SiteInput input) {
    try {
      Path named = input.path().map(RelativePath::value).map(folder::resolve).orElse(folder);
      Path target = named.toRealPath();
      if (!target.startsWith(folder)) {
        LOG.log(Level.WARNING, "A link leads out of its dataset: {0}, target={1}", input, target);
        return Optional.empty();
      }
      return Files.isReadable(target) ? Optional.of(target) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** What the agent does with bags that need datasets, for the owner. */
  public String describe() {
    return folders.isEmpty()
        ? "decline bags that need datasets"
        : "let all tasks read the datasets " + String.join(", ", folders.keySet());
  }
}
