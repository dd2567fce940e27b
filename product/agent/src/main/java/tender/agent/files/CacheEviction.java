package tender.agent.files;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import tender.core.model.Time;

/**
 * Deletes cached inputs that were not used for long, and the longest unused if there are too many.
 * It keeps what a bag needs that has a part here ({@link NeededInputs}), and what was used within
 * the last hour, because an offer may rely on it. Everything it decides by is on disk: the files'
 * times of their last use, and the lists of the bags.
 */
public final class CacheEviction implements AutoCloseable {
  private static final Logger LOG = System.getLogger(CacheEviction.class.getName());

  /** Longer than from an offer to the staging of its part. */
  static final long RECENT_MILLIS = Time.HOUR_MILLIS;

  private static final long INTERVAL_MILLIS = 10 * Time.MINUTE_MILLIS;

  /** Between two steps, so that other work on the file system is not delayed. */
  private static final long PAUSE_MILLIS = Time.SECOND_MILLIS;

  private final Path work;
  private final Path folder;
  private final InputCacheSettings settings;
  private final Clock clock;
  private final int maxDeletions;
  private final Thread thread =
      Thread.ofPlatform().daemon().name("cache eviction").unstarted(this::run);

  private record CachedFile(Path file, long bytes, long usedMillis) {}

  /**
   * Of an agent.
   *
   * @param work its working folder
   * @param maxDeletions how many files are deleted in one step
   */
  public CacheEviction(Path work, InputCacheSettings settings, Clock clock, int maxDeletions) {
    this.work = work;
    this.settings = settings;
    this.clock = clock;
    this.maxDeletions = maxDeletions;
    folder = BlobCache.folder(work);
  }

  /** Starts to delete files every few minutes. */
  public CacheEviction start() {
    thread.start();
    return this;
  }

  private void run() {
    try {
      while (true) {
        Thread.sleep(runStep() < maxDeletions ? INTERVAL_MILLIS : PAUSE_MILLIS);
      }
    } catch (InterruptedException e) {
      // It is closed.
    }
  }

  private int runStep() {
    try {
      return step();
    } catch (IOException | RuntimeException e) {
      LOG.log(Level.WARNING, "Cannot delete cached inputs; will retry: cause={0}", e.toString());
      return 0;
    }
  }

  /** Deletes some files; returns how many. If it is the maximum, there may be more. */
  int step() throws IOException {
    long nowMillis = clock.millis();
    List<CachedFile> files = files();
    // Read after the files: a bag that comes now needs files that were used just before.
    Set<String> needed = NeededInputs.ofAllBags(work);
    long bytes = files.stream().mapToLong(CachedFile::bytes).sum();
    int deleted = 0;
    for (CachedFile file : files) {
      boolean isExpired = file.usedMillis() + settings.days() * Time.DAY_MILLIS < nowMillis;
      if ((!isExpired && bytes <= settings.maxBytes()) || deleted == maxDeletions) {
        break;
      }
      if (file.usedMillis() + RECENT_MILLIS < nowMillis
          && !needed.contains(file.file().getFileName().toString())) {
        Files.deleteIfExists(file.file());
        bytes -= file.bytes();
        deleted++;
      }
    }
    new CachedInputLists(work).deleteUnused(nowMillis);
    return deleted;
  }

  /** All files, also those of interrupted transfers; the longest unused first. */
  private List<CachedFile> files() throws IOException {
    List<CachedFile> files = new ArrayList<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(folder)) {
      for (Path file : all) {
        add(file, files);
      }
    } catch (NoSuchFileException e) {
      return List.of();
    }
    files.sort(Comparator.comparingLong(CachedFile::usedMillis).thenComparing(CachedFile::file));
    return files;
  }

  private static void add(Path file, List<CachedFile> files) throws IOException {
    try {
      var attributes =
          Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      files.add(new CachedFile(file, attributes.size(), attributes.lastModifiedTime().toMillis()));
    } catch (NoSuchFileException e) {
      // A transfer that has ended meanwhile.
    }
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
