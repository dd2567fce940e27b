package tender.agent.files;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
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
 * <p>Tasks may run as the same user, so the cache is not trusted: every file taken from it is a
 * copy whose digest was verified while copying. Wrong content is fetched again.
 */
final class BlobCache {
  private static final String NEW = ".new";

  private final Path folder;
  private final BlobSource blobs;

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

  /** Writes the content to a new file. Synchronized, so that no content is fetched twice. */
  synchronized void copy(BagId bag, Digest digest, Path to) throws IOException {
    Path cached = file(folder, digest);
    if (Files.isRegularFile(cached, LinkOption.NOFOLLOW_LINKS)
        && copyVerified(cached, digest, to)) {
      Files.setLastModifiedTime(cached, FileTime.from(Instant.now()));
      return;
    }
    fetch(bag, digest, cached);
    if (!copyVerified(cached, digest, to)) {
      throw new IOException(cached + " changed while it was read. Tasks must not write there.");
    }
  }

  private void fetch(BagId bag, Digest digest, Path cached) throws IOException {
    Files.createDirectories(
        folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    Path fetched = folder.resolve(digest.hex() + NEW);
    Files.deleteIfExists(fetched);
    try {
      blobs.fetch(bag, digest, fetched);
      Digest found = Digest.of(fetched);
      if (!found.equals(digest)) {
        throw new IOException(
            "The content fetched for " + digest + " has the digest " + found + "; it is rejected.");
      }
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
