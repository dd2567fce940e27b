package tender.agent.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Stream;
import tender.core.model.BagId;
import tender.support.files.SecureDeletion;
import tender.bagfile.Digest;
import tender.bagfile.InputFile;
import tender.bagfile.TaskLines;
import tender.bagfile.TaskList;
import tender.bagfile.WorkOrder;

/**
 * Puts the input files of a bag in place, for all its tasks.
 *
 * <p>They are copies, not hard links, of what {@link BlobCache} keeps: a task that changes its
 * inputs harms its own bag at most. That they are read-only guards against accidents, no more. They
 * are made in a folder next to their place and moved there when complete, so that what is there is
 * all there, also after a crash.
 */
public final class BagInputs {
  private static final String PRIVATE_FOLDER = "rwx------";
  private static final String READ_ONLY_FOLDER = "r-x------";
  private static final String READ_ONLY = "r--------";
  private static final String EXECUTABLE = "r-x------";

  private final BlobCache cache;

  /**
   * Of an agent.
   *
   * @param work its folder, in which {@code blobs} is the cache
   */
  public BagInputs(Path work, BlobSource blobs) {
    cache = new BlobCache(work.resolve("blobs"), blobs);
  }

  /** Has the inputs of a bag in a folder; does nothing if they are there. */
  public synchronized void prepare(BagId bag, WorkOrder order, Path inputs) throws IOException {
    if (Files.isDirectory(inputs, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    Path made = inputs.resolveSibling(inputs.getFileName() + ".new");
    // What an agent that died left half made.
    SecureDeletion.deleteTree(made);
    Files.createDirectories(made.resolve("..").normalize());
    createFolder(made);
    for (InputFile input : order.inputs()) {
      copyInput(bag, input, made);
    }
    try (Stream<Path> all = Files.walk(made)) {
      for (Path path : all.filter(path -> !path.equals(made)).toList()) {
        if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
          setPermissions(path, READ_ONLY_FOLDER);
        }
      }
    }
    Files.move(made, inputs, StandardCopyOption.ATOMIC_MOVE);
    // Not before: some file systems do not move a folder that may not be written to.
    setPermissions(inputs, READ_ONLY_FOLDER);
  }

  /**
   * The lines of which each makes a task. For many tasks open them once: all of the file is read.
   *
   * @param file where to keep them; anything else that is there is replaced
   */
  public synchronized TaskLines lines(BagId bag, TaskList.Lines list, Path file)
      throws IOException {
    if (!isUnchanged(list.file(), file)) {
      Path made = file.resolveSibling(file.getFileName() + ".new");
      Files.deleteIfExists(made);
      cache.copy(bag, list.file(), made);
      Files.move(made, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
    TaskLines lines = TaskLines.open(file);
    if (lines.tasks() != list.tasks()) {
      lines.close();
      throw new IOException(
          "The file of lines "
              + list.file()
              + " has "
              + lines.tasks()
              + " lines, but the work order of bag "
              + bag
              + " says "
              + list.tasks()
              + ".");
    }
    return lines;
  }

  /** Removes of what was fetched what was not used for longest, until only so much is kept. */
  public void trimCache(long largestBytes) throws IOException {
    cache.trim(largestBytes);
  }

  private static boolean isUnchanged(Digest digest, Path file) throws IOException {
    return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) && Digest.of(file).equals(digest);
  }

  private void copyInput(BagId bag, InputFile input, Path folder) throws IOException {
    Path parent = folder;
    var segments = input.path().segments();
    for (String segment : segments.subList(0, segments.size() - 1)) {
      parent = parent.resolve(segment);
      if (!Files.isDirectory(parent, LinkOption.NOFOLLOW_LINKS)) {
        createFolder(parent);
      }
    }
    Path file = parent.resolve(segments.getLast());
    cache.copy(bag, input.digest(), file);
    if (Files.size(file) != input.bytes()) {
      throw new IOException(
          "The input "
              + input.path()
              + " of bag "
              + bag
              + " has "
              + Files.size(file)
              + " bytes, but its work order says "
              + input.bytes()
              + ".");
    }
    setPermissions(file, input.executable() ? EXECUTABLE : READ_ONLY);
  }

  private static void createFolder(Path folder) throws IOException {
    Files.createDirectory(
        folder,
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(PRIVATE_FOLDER)));
  }

  private static void setPermissions(Path path, String permissions) throws IOException {
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
  }
}
