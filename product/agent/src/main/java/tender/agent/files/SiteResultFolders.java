package tender.agent.files;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tender.bagfile.RelativePath;
import tender.bagfile.SiteResults;
import tender.bagfile.WorkOrder;
import tender.core.model.BagId;
import tender.core.resource.Misfit;

/**
 * The folders of the site in which outputs may stay, by the names that bags use. The outputs of a
 * task are in {@code FOLDER/PATH/BAG/TASK/}, so that no bag can replace those of another one.
 *
 * @param folders absolute
 */
public record SiteResultFolders(SortedMap<String, Path> folders) {
  /** Of a provider that lets no outputs stay. */
  public static final SiteResultFolders NONE = new SiteResultFolders(new TreeMap<>());

  public SiteResultFolders {
    folders = new TreeMap<>(folders);
  }

  /** Of these folders, by name. */
  public static SiteResultFolders of(Map<String, Path> folders) {
    return new SiteResultFolders(new TreeMap<>(folders));
  }

  /** Why the outputs of a bag cannot stay here; empty if they can, or come back. */
  public Optional<Misfit> misfit(Optional<SiteResults> results) {
    return results
        .filter(wanted -> !isWritable(folders.get(wanted.folder())))
        .map(wanted -> new Misfit.MissingResultFolder(wanted.folder()));
  }

  private static boolean isWritable(@Nullable Path folder) {
    return folder != null && Files.isDirectory(folder) && Files.isWritable(folder);
  }

  /** Where the outputs of a bag stay; empty if they come back. */
  public Optional<BagFolder> ofBag(BagId bag, WorkOrder order) throws IOException {
    if (order.resultOptions().site().isEmpty()) {
      return Optional.empty();
    }
    SiteResults results = order.resultOptions().site().get();
    @Nullable Path folder = folders.get(results.folder());
    if (folder == null) {
      throw new IOException(
          "The outputs of bag %s should stay in '%s', which is not in 'result_folders'. Add it again."
              .formatted(bag, results.folder()));
    }
    List<String> below = new ArrayList<>();
    results.path().map(RelativePath::segments).ifPresent(below::addAll);
    // A bag's id comes from the network.
    below.add(new RelativePath(bag.value()).segments().getFirst());
    return Optional.of(new BagFolder(folder.toRealPath(), below, results + "/" + bag));
  }

  /**
   * The outputs of a bag.
   *
   * @param root the owner's folder, without links
   * @param below names of the folders from there on
   * @param location for the user
   */
  public record BagFolder(Path root, List<String> below, String location) {
    public BagFolder {
      below = List.copyOf(below);
    }

    /** The folder for a file of a task; it and the folders above are created. */
    UntrustedFolder open(int task, RelativePath file) throws IOException {
      List<String> names = new ArrayList<>(below);
      names.add(Integer.toString(task));
      names.addAll(file.segments().subList(0, file.segments().size() - 1));
      UntrustedFolder folder = UntrustedFolder.open(root);
      Path path = root;
      for (String name : names) {
        path = path.resolve(name);
        try (UntrustedFolder parent = folder) {
          // One at a time: each was opened before, and was not a link.
          createFolder(path);
          folder = parent.folder(Path.of(name));
        }
      }
      return folder;
    }

    private static void createFolder(Path path) throws IOException {
      try {
        Files.createDirectory(path);
      } catch (FileAlreadyExistsException e) {
        // If it is a link or a file, it cannot be opened as a folder.
      }
    }
  }

  /** What the agent does with bags whose outputs should stay, for the owner. */
  public String describe() {
    return folders.isEmpty()
        ? "decline bags whose outputs should stay at the site"
        : "let outputs stay in the folders " + String.join(", ", folders.keySet());
  }
}
