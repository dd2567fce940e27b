package tender.agent.files;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import tender.bagfile.RelativePath;
import tender.core.model.ProviderId;
import tender.core.model.Time;
import tender.support.files.SecureDeletion;

/**
 * Keeps outputs that are too large or too many to be delivered, for some days after their part has
 * ended:
 *
 * <pre>
 * WORK/kept/BAG/ROUND.ATTEMPT.list             the files to keep when the part's folder is deleted
 * WORK/kept/BAG/ROUND.ATTEMPT/TASK/PATH        a kept file
 * </pre>
 *
 * The files are moved only when the part's folder is deleted, so that a pack that is made again has
 * the same content.
 */
public final class KeptOutputs {
  private static final Logger LOG = System.getLogger(KeptOutputs.class.getName());
  private static final int MAX_FILES_PER_TASK = 1_000;

  /** Below the work folder. */
  static final String FOLDER = "kept";

  private final Path work;
  private final Path kept;
  private final ProviderId provider;
  private final Settings settings;

  /**
   * How long and how much is kept.
   *
   * @param days 0: nothing is kept
   * @param maxBytes of all kept files; the oldest are deleted first
   */
  public record Settings(int days, long maxBytes) {}

  public KeptOutputs(Path work, ProviderId provider, Settings settings) {
    this.work = work;
    this.provider = provider;
    this.settings = settings;
    kept = work.resolve(FOLDER);
  }

  /** The kept outputs of a part, by the part's folder. */
  public PartOutputs ofPart(Path partFolder) {
    return new PartOutputs(folder(work, partFolder));
  }

  /** The folder with the kept outputs of a part. */
  static Path folder(Path work, Path partFolder) {
    return work.resolve(FOLDER).resolve(work.resolve("bags").relativize(partFolder));
  }

  /** The file that lists what is moved to this folder when the part has ended. */
  static Path list(Path folder) {
    return folder.resolveSibling(folder.getFileName() + ".list");
  }

  /** The outputs of one part that are or will be kept. */
  public final class PartOutputs {
    private final Path folder;
    private final Path list;
    private final Set<String> added = new LinkedHashSet<>();
    private int lastTask = -1;
    private int filesOfTask;

    private PartOutputs(Path folder) {
      this.folder = folder;
      list = list(folder);
    }

    /** Adds a file to those that are kept; returns a note for the user, empty if it is not kept. */
    Optional<String> add(int task, RelativePath path, long bytes) {
      filesOfTask = task == lastTask ? filesOfTask + 1 : 1;
      lastTask = task;
      if (settings.days == 0 || bytes > settings.maxBytes || filesOfTask > MAX_FILES_PER_TASK) {
        return Optional.empty();
      }
      added.add(task + " " + path);
      return Optional.of(
          "; kept at provider %s for up to %d %s after the end of its part, and fetched by tender results --large"
              .formatted(provider, settings.days, settings.days == 1 ? "day" : "days"));
    }

    /** Stores which files were added. Call it before the pack is delivered. */
    public void save() throws IOException {
      if (added.isEmpty()) {
        return;
      }
      synchronized (KeptOutputs.this) {
        Files.createDirectories(list.getParent());
        // Other users of the cluster must not read the users' work.
        Files.setPosixFilePermissions(kept, PosixFilePermissions.fromString("rwx------"));
        Files.writeString(
            list,
            String.join("\n", added) + "\n",
            UTF_8,
            StandardOpenOption.CREATE,
            StandardOpenOption.APPEND);
      }
    }

    /**
     * Moves the stored files out of the part's folder. None of its tasks may still be running.
     *
     * @param taskFolder the working directory of a task
     */
    public void keep(IntFunction<Path> taskFolder) throws IOException {
      synchronized (KeptOutputs.this) {
        List<String> files;
        try {
          files = Files.readAllLines(list, UTF_8).stream().distinct().toList();
        } catch (NoSuchFileException e) {
          return;
        }
        long bytesLeft = settings.maxBytes;
        for (String file : files) {
          try {
            bytesLeft -= keep(file, taskFolder, bytesLeft);
          } catch (IOException | RuntimeException e) {
            // The other files can still be kept, and the part's folder must be deleted.
            LOG.log(Level.WARNING, "Cannot keep an output: file=" + file, e);
          }
        }
        Files.delete(list);
      }
    }

    /** Returns the size of the kept file. */
    private long keep(String file, IntFunction<Path> taskFolder, long bytesLeft)
        throws IOException {
      int space = file.indexOf(' ');
      String task = file.substring(0, space);
      RelativePath path = new RelativePath(file.substring(space + 1));
      Path from = taskFolder.apply(Integer.parseInt(task)).resolve(path.value());
      return move(from, folder.resolve(task).resolve(path.value()), bytesLeft);
    }

    private long move(Path from, Path to, long bytesLeft) throws IOException {
      Path toFolder = Files.createDirectories(requireNonNull(to.getParent()));
      try (UntrustedFolder source = UntrustedFolder.open(work, requireNonNull(from.getParent()));
          UntrustedFolder target = UntrustedFolder.open(work, toFolder)) {
        var attributes = source.attributes(from.getFileName());
        if (!attributes.isRegularFile() || attributes.size() > bytesLeft) {
          throw new IOException("It is no longer a regular file, or there is no room for it.");
        }
        source.move(from.getFileName(), target);
        return attributes.size();
      }
    }
  }

  /** Deletes all kept outputs of a bag, by the bag's folder. */
  public synchronized void deleteBag(Path bagFolder) throws IOException {
    SecureDeletion.deleteTree(folder(work, bagFolder));
  }

  private record KeptPart(Path folder, long keptMillis, long bytes) {}

  /** Deletes what has expired, and the oldest parts if there is too much. */
  public synchronized void trim(long nowMillis) throws IOException {
    List<KeptPart> parts = new ArrayList<>();
    for (Path bag : folders(kept)) {
      for (Path part : folders(bag)) {
        parts.add(new KeptPart(part, Files.getLastModifiedTime(part).toMillis(), bytes(part)));
      }
    }
    parts.sort(Comparator.comparingLong(KeptPart::keptMillis));
    long bytes = parts.stream().mapToLong(KeptPart::bytes).sum();
    for (KeptPart part : parts) {
      boolean isExpired = part.keptMillis + settings.days * Time.DAY_MILLIS < nowMillis;
      if (isExpired || bytes > settings.maxBytes) {
        SecureDeletion.deleteTree(part.folder);
        bytes -= part.bytes;
      }
    }
  }

  private static List<Path> folders(Path parent) throws IOException {
    List<Path> found = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(parent)) {
      for (Path entry : entries) {
        if (Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
          found.add(entry);
        }
      }
    } catch (NoSuchFileException e) {
      return List.of();
    }
    return found;
  }

  private static long bytes(Path folder) throws IOException {
    long bytes = 0;
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        bytes += Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) ? Files.size(file) : 0;
      }
    }
    return bytes;
  }
}
