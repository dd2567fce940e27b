package tender.agent.container;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import java.util.stream.Stream;
import tender.support.files.SecureDeletion;

/**
 * The unpacked images of a site, for all bags and across restarts: a folder for each, named by its
 * digest. An image is unpacked in a folder beside it, which is renamed when it is complete, so that
 * no image is used that a crash has left incomplete.
 */
final class ImageCache {
  private static final Logger LOG = System.getLogger(ImageCache.class.getName());

  private static final String UNPACKING = ".new";
  private static final String DELETING = ".old";
  private static final String BYTES = "bytes";

  /** A registry may be out of reach for a moment; after this many failures the tasks fail. */
  private static final int MAX_ATTEMPTS = 3;

  private final Path folder;
  private final Unpacker unpacker;
  private final long maxBytes;
  private final Predicate<String> isUsed;
  private final Map<String, ReentrantLock> locks = new ConcurrentHashMap<>();
  private final Map<String, String> invalid = new ConcurrentHashMap<>();
  private final Map<String, Integer> attempts = new ConcurrentHashMap<>();

  /** Unpacks an image. */
  @FunctionalInterface
  interface Unpacker {
    /**
     * Creates the root folder and the variables of an image in an existing folder. Throws an {@link
     * InvalidImageException} if the image is the cause of a failure.
     */
    void unpack(ImageSource source, Path folder) throws IOException;
  }

  /** An image that may be deleted. */
  private record CachedImage(String key, long bytes, FileTime used) {}

  /**
   * @param maxBytes of all images; unused ones are deleted first, the longest unused before others
   * @param isUsed whether a part needs the image of this name
   */
  ImageCache(Path folder, Unpacker unpacker, long maxBytes, Predicate<String> isUsed) {
    this.folder = folder;
    this.unpacker = unpacker;
    this.maxBytes = maxBytes;
    this.isUsed = isUsed;
  }

  /** Creates the folder, and deletes what a crash has left. No image may be in use yet. */
  void install() throws IOException {
    Files.createDirectories(folder);
    // Accounts of tasks may use an image by its name, but not list the others.
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
    for (Path left : list()) {
      String name = left.getFileName().toString();
      if (name.endsWith(UNPACKING) || name.endsWith(DELETING)) {
        SecureDeletion.deleteTree(left);
      }
    }
  }

  /**
   * Returns an image, and unpacks it if necessary. Waits while another thread unpacks the same one.
   * Before the call, {@code isUsed} must hold for the image.
   */
  UnpackedImage acquire(ImageSource source) throws IOException {
    ReentrantLock lock = lock(source.key());
    lock.lock();
    try {
      String reason = invalid.get(source.key());
      if (reason != null) {
        throw new InvalidImageException(reason);
      }
      Path image = folder.resolve(source.key());
      if (!Files.isDirectory(image, LinkOption.NOFOLLOW_LINKS)) {
        unpackRemembering(source, image);
      }
      Files.setLastModifiedTime(image, FileTime.from(Instant.now()));
      return new UnpackedImage(image, ImageEnvironment.read(image));
    } finally {
      lock.unlock();
    }
  }

  private ReentrantLock lock(String key) {
    return locks.computeIfAbsent(key, _ -> new ReentrantLock());
  }

  /** Other parts of the bag need not fail to unpack the same image again. */
  private void unpackRemembering(ImageSource source, Path image) throws IOException {
    try {
      unpack(source, image);
      attempts.remove(source.key());
    } catch (InvalidImageException e) {
      throw refused(source, String.valueOf(e.getMessage()));
    } catch (IOException e) {
      if (attempts.merge(source.key(), 1, Integer::sum) >= MAX_ATTEMPTS) {
        attempts.remove(source.key());
        throw refused(source, String.valueOf(e.getMessage()));
      }
      throw e;
    }
  }

  private InvalidImageException refused(ImageSource source, String reason) {
    var refused =
        new InvalidImageException(source.describe() + " cannot be used as a container. " + reason);
    invalid.put(source.key(), String.valueOf(refused.getMessage()));
    LOG.log(Level.WARNING, "Image refused: image={0}, cause={1}", source.key(), reason);
    return refused;
  }

  private void unpack(ImageSource source, Path image) throws IOException {
    long startedMillis = System.currentTimeMillis();
    Path unpacking = image.resolveSibling(source.key() + UNPACKING);
    SecureDeletion.deleteTree(unpacking);
    Files.createDirectory(
        unpacking,
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    try {
      unpacker.unpack(source, unpacking);
      long bytes = FolderSize.require(unpacking, UNLIMITED);
      makeRoom(bytes);
      Files.writeString(unpacking.resolve(BYTES), Long.toString(bytes));
      Files.setPosixFilePermissions(unpacking, PosixFilePermissions.fromString("rwxr-xr-x"));
      Files.move(unpacking, image, StandardCopyOption.ATOMIC_MOVE);
      LOG.log(
          Level.INFO,
          "Image unpacked: image={0}, bytes={1}, millis={2}",
          source.key(),
          Long.toString(bytes),
          Long.toString(System.currentTimeMillis() - startedMillis));
    } finally {
      SecureDeletion.deleteTree(unpacking);
    }
  }

  private static final ImageLimits UNLIMITED =
      new ImageLimits(Long.MAX_VALUE, Long.MAX_VALUE, Duration.ZERO);

  /** Deletes unused images until a new one fits. */
  private void makeRoom(long newBytes) throws IOException {
    List<CachedImage> images = new ArrayList<>();
    for (Path image : list()) {
      if (Files.exists(image.resolve(BYTES))) {
        images.add(
            new CachedImage(
                image.getFileName().toString(),
                Long.parseLong(Files.readString(image.resolve(BYTES)).strip()),
                Files.getLastModifiedTime(image)));
      }
    }
    images.sort(Comparator.comparing(CachedImage::used));
    long bytes = newBytes + images.stream().mapToLong(CachedImage::bytes).sum();
    for (CachedImage image : images) {
      if (bytes > maxBytes && deleteIfUnused(image.key())) {
        bytes -= image.bytes();
      }
    }
    if (bytes > maxBytes) {
      throw new IOException(
          "The image has %s MB, but images in use leave less of the %s MB of the setting 'containers.cache_gigabytes'."
              .formatted(newBytes / 1_000_000, maxBytes / 1_000_000));
    }
  }

  /** An image that another thread is about to use is kept: it holds the lock. */
  private boolean deleteIfUnused(String key) throws IOException {
    ReentrantLock lock = lock(key);
    if (!lock.tryLock()) {
      return false;
    }
    try {
      if (isUsed.test(key)) {
        return false;
      }
      Path deleted = folder.resolve(key + DELETING);
      Files.move(folder.resolve(key), deleted, StandardCopyOption.ATOMIC_MOVE);
      SecureDeletion.deleteTree(deleted);
      LOG.log(Level.INFO, "Image deleted from the cache: image={0}", key);
      return true;
    } finally {
      lock.unlock();
    }
  }

  private List<Path> list() throws IOException {
    try (Stream<Path> images = Files.list(folder)) {
      return images.toList();
    }
  }
}
