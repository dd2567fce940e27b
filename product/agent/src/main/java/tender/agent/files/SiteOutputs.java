package tender.agent.files;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import tender.bagfile.Digest;
import tender.bagfile.RelativePath;

/**
 * The outputs of one task that stay at the site, and the list of them that comes back. A file is
 * written under another name first, so that it is complete once it has its name; if the task's
 * results are collected again, it is replaced by the same content.
 */
final class SiteOutputs {
  /** The name of the list among the task's results. */
  static final RelativePath LIST = new RelativePath("site-results.tsv");

  private static final String NEW = ".tender-new";

  private final SiteResultFolders.BagFolder folder;
  private final int task;
  private final StringBuilder list = new StringBuilder("path\tbytes\tsha256\n");

  SiteOutputs(SiteResultFolders.BagFolder folder, int task) {
    this.folder = folder;
    this.task = task;
    list.insert(0, "# " + folder.location() + "/" + task + "\n");
  }

  /**
   * Copies an output to the site's folder.
   *
   * @param bytes its size
   */
  void add(RelativePath path, InputStream content, long bytes) throws IOException {
    Path name = Path.of(path.segments().getLast());
    Path unfinished = Path.of(NEW);
    MessageDigest sha256 = Digest.sha256();
    try (UntrustedFolder target = folder.open(task, path)) {
      deleteIfExists(target, unfinished);
      try (OutputStream out =
          new DigestOutputStream(Channels.newOutputStream(target.create(unfinished)), sha256)) {
        content.transferTo(out);
      }
      target.rename(unfinished, name);
    }
    list.append(path).append('\t').append(bytes).append('\t').append(Digest.of(sha256).hex());
    list.append('\n');
  }

  /** Left by an agent that crashed. */
  private static void deleteIfExists(UntrustedFolder folder, Path name) throws IOException {
    try {
      folder.delete(name);
    } catch (NoSuchFileException e) {
      // The usual case.
    }
  }

  byte[] list() {
    return list.toString().getBytes(StandardCharsets.UTF_8);
  }
}
