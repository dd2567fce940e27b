package tender.agent.files;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.time.Instant;
import tender.bagfile.Digest;
import tender.core.model.BagId;

/**
 * Caches fetched content, in files named by digest, for all bags and across restarts.
 *
 * <p>The digest of new content is verified while it is received. Tasks may run as the same user, so
 * the cache is not trusted later: every file taken from it is a copy whose digest was verified
 * while copying. Wrong content is fetched again.
 */
final class BlobCache {
  private static final String NEW = ".new";

  private final Path folder;
  private final BlobSource blobs;
  private final KeyedLocks<Digest> locks = new KeyedLocks<>();

  BlobCache(Path folder, BlobSource blobs) {
    this.folder = folder;
    this.blobs = blobs;
  }

  /** The cache's folder in an agent's working folder. */
  static Path folder(Path work) {
    return work.resolve("blobs");
  }

  /** Where the content is, once it has been fetched. */
  static Path file(Path folder, Digest digest) {
    return folder.resolve(digest.hex());
  }

  /**
   * Writes the content to a new file. A request for content that another thread fetches waits, so
   * that no content is fetched twice; other content is fetched at the same time.
   */
  void copy(BagId bag, Digest digest, Path to) throws IOException {
    locks.run(
        digest,
        () -> {
          copyExclusively(bag, digest, to);
          return to;
        });
  }

  private void copyExclusively(BagId bag, Digest digest, Path to) throws IOException {
    Path cached = file(folder, digest);
    if (Files.isRegularFile(cached, LinkOption.NOFOLLOW_LINKS)
        && copyVerified(cached, digest, to)) {
      Files.setLastModifiedTime(cached, FileTime.from(Instant.now()));
      return;
    }
    fetch(bag, digest, cached);
    // The source has verified the digest just now.
    copyByKernel(cached, to);
  }

  /** The two files share their blocks if the file system can do it. */
  private static void copyByKernel(Path from, Path to) throws IOException {
    try (FileChannel in =
            FileChannel.open(from, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
        FileChannel out =
            FileChannel.open(to, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW)) {
      long bytes = in.size();
      for (long at = 0; at < bytes; ) {
        at += in.transferTo(at, bytes - at, out);
      }
    }
  }

  private void fetch(BagId bag, Digest digest, Path cached) throws IOException {
    Files.createDirectories(
        folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    Path fetched = folder.resolve(digest.hex() + NEW);
    Files.deleteIfExists(fetched);
    try {
      blobs.fetch(bag, digest, fetched);
      Files.move(
          fetched, cached, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(fetched);
    }
  }

  /** Whether the copy has the right digest; if not, it is deleted. */
  private static boolean copyVerified(Path from, Digest digest, Path to) throws IOException {
    MessageDigest sha256 = Digest.sha256();
    try (InputStream in = Files.newInputStream(from, LinkOption.NOFOLLOW_LINKS);
        OutputStream out = Files.newOutputStream(to, StandardOpenOption.CREATE_NEW);
        DigestOutputStream digested = new DigestOutputStream(out, sha256)) {
      in.transferTo(digested);
    }
    boolean right = Digest.of(sha256).equals(digest);
    if (!right) {
      Files.delete(to);
    }
    return right;
  }
}
