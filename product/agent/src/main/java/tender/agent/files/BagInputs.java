package tender.agent.files;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Stream;
import tender.bagfile.Digest;
import tender.bagfile.InputFile;
import tender.bagfile.InputPack;
import tender.bagfile.RelativePath;
import tender.bagfile.SiteInput;
import tender.bagfile.TaskLines;
import tender.bagfile.TaskList;
import tender.bagfile.WorkOrder;
import tender.bagfile.inputs.InputPackReader;
import tender.bagfile.inputs.InputPaths;
import tender.bagfile.inputs.InvalidInputPackException;
import tender.core.model.BagId;
import tender.support.files.SecureDeletion;

/**
 * Stages the input files of a bag for all its tasks.
 *
 * <p>They are copies of the files in {@link BlobCache}, not hard links, so that a task which
 * changes its inputs affects only its own bag. They are read-only only to prevent accidents. Their
 * group can read them: it is that of the account which runs the bag's tasks. They are created in a
 * folder beside the target and moved there when complete, so that the target is complete even after
 * a crash.
 */
public final class BagInputs {
  private static final Logger LOG = System.getLogger(BagInputs.class.getName());
  private static final String PRIVATE_FOLDER = "rwx------";
  private static final String READ_ONLY_FOLDER = "r-xr-x---";
  private static final String READ_ONLY = "r--r-----";
  private static final String EXECUTABLE = "r-xr-x---";
  private static final int BUFFER_BYTES = 1 << 16;

  private final BlobCache cache;
  private final CachedInputLists lists;
  private final Datasets datasets;
  private final KeyedLocks<Path> locks = new KeyedLocks<>();

  /** For one agent without datasets. */
  public BagInputs(Path work, BlobSource blobs) {
    this(work, blobs, Datasets.NONE);
  }

  /**
   * For one agent.
   *
   * @param work its working folder, in which {@code blobs} is the cache
   * @param datasets to which tasks get links
   */
  public BagInputs(Path work, BlobSource blobs, Datasets datasets) {
    cache = new BlobCache(BlobCache.folder(work), blobs);
    lists = new CachedInputLists(work);
    this.datasets = datasets;
  }

  /**
   * Stages the inputs of a bag in a folder; does nothing if it exists. Other folders are staged at
   * the same time.
   */
  public void prepare(BagId bag, WorkOrder order, Path inputs) throws IOException {
    locks.run(
        inputs,
        () -> {
          prepareExclusively(bag, order, inputs);
          return inputs;
        });
  }

  private void prepareExclusively(BagId bag, WorkOrder order, Path inputs) throws IOException {
    if (Files.isDirectory(inputs, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    Path bagFolder = Files.createDirectories(inputs.resolve("..").normalize());
    NeededInputs.store(order, bagFolder);
    lists.store(bag, order);
    Path staging = inputs.resolveSibling(inputs.getFileName() + ".new");
    // Left incomplete by an agent that crashed.
    SecureDeletion.deleteTree(staging);
    createFolder(staging);
    for (InputFile input : order.inputs()) {
      createParents(input.path(), staging);
    }
    ParallelFiles.forEach(order.inputs(), input -> copyInput(bag, input, staging));
    InputPaths paths = new InputPaths(order.inputs());
    for (InputPack pack : order.packs()) {
      unpack(bag, pack, staging, paths);
    }
    // Not before the copies: none of them may be written through a link.
    for (SiteInput input : order.neededSiteInputs()) {
      Files.createSymbolicLink(staging.resolve(input.name()), datasets.resolve(input));
    }
    try (Stream<Path> all = Files.walk(staging)) {
      for (Path path : all.filter(path -> !path.equals(staging)).toList()) {
        if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
          setPermissions(path, READ_ONLY_FOLDER);
        }
      }
    }
    Files.move(staging, inputs, StandardCopyOption.ATOMIC_MOVE);
    // Only now, because some file systems do not move a read-only folder.
    setPermissions(inputs, READ_ONLY_FOLDER);
  }

  /**
   * Opens the file of lines, one for each task. Open it once for many tasks, because the whole file
   * is read.
   *
   * @param file where to keep it; an existing file is replaced
   */
  public TaskLines lines(BagId bag, TaskList.Lines list, Path file) throws IOException {
    return locks.run(file, () -> linesExclusively(bag, list, file));
  }

  private TaskLines linesExclusively(BagId bag, TaskList.Lines list, Path file) throws IOException {
    if (!isUnchanged(list.file(), file)) {
      Path staging = file.resolveSibling(file.getFileName() + ".new");
      Files.deleteIfExists(staging);
      cache.copy(bag, list.file(), staging);
      Files.move(
          staging, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
    TaskLines lines = TaskLines.open(file);
    if (lines.tasks() != list.tasks()) {
      lines.close();
      throw new IOException(
          "The file of lines %s has %s lines, but the work order of bag %s has %s."
              .formatted(list.file(), lines.tasks(), bag, list.tasks()));
    }
    return lines;
  }

  private static boolean isUnchanged(Digest digest, Path file) throws IOException {
    return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) && Digest.of(file).equals(digest);
  }

  /**
   * Writes the files of a pack. One that its user has made wrongly is left out, so that tasks fail
   * without their inputs: if the part failed, its provider would pay for a broken promise.
   */
  private void unpack(BagId bag, InputPack pack, Path folder, InputPaths paths) throws IOException {
    Path copy = folder.resolveSibling(folder.getFileName() + ".pack");
    Files.deleteIfExists(copy);
    // The cache has verified the digest of the copy, so that every file has the right content.
    cache.copy(bag, pack.digest(), copy);
    try {
      check(bag, pack, copy, paths);
      read(pack, copy, (path, executable, content) -> write(path, executable, content, folder));
    } catch (InvalidInputPackException e) {
      LOG.log(
          Level.WARNING,
          "Input pack left out, because its user has made it wrongly: cause={0}",
          e.getMessage(),
          bag);
    } finally {
      Files.delete(copy);
    }
  }

  /** Before anything is written, because nothing of an invalid pack may be used. */
  private static void check(BagId bag, InputPack pack, Path copy, InputPaths paths)
      throws IOException {
    if (Files.size(copy) != pack.bytes()) {
      throw new InvalidInputPackException(
          "The input pack %s of bag %s has %s bytes, but its work order has %s."
              .formatted(pack.digest(), bag, Files.size(copy), pack.bytes()));
    }
    read(pack, copy, (path, _, _) -> paths.add(path));
  }

  private static void read(InputPack pack, Path copy, InputPackReader.Receiver receiver)
      throws IOException {
    try (InputStream in = new BufferedInputStream(Files.newInputStream(copy), BUFFER_BYTES)) {
      InputPackReader.read(in, pack, receiver);
    }
  }

  /** Fails if the path exists, also as a link. */
  private static void write(RelativePath path, boolean executable, byte[] content, Path folder)
      throws IOException {
    createParents(path, folder);
    Path file = folder.resolve(path.value());
    Files.write(file, content, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW);
    setPermissions(file, executable ? EXECUTABLE : READ_ONLY);
  }

  private static void createParents(RelativePath path, Path folder) throws IOException {
    Path parent = folder;
    var segments = path.segments();
    for (String segment : segments.subList(0, segments.size() - 1)) {
      parent = parent.resolve(segment);
      if (!Files.isDirectory(parent, LinkOption.NOFOLLOW_LINKS)) {
        createFolder(parent);
      }
    }
  }

  private void copyInput(BagId bag, InputFile input, Path folder) throws IOException {
    Path file = folder.resolve(input.path().value());
    cache.copy(bag, input.digest(), file);
    if (Files.size(file) != input.bytes()) {
      throw new IOException(
          "The input %s of bag %s has %s bytes, but its work order has %s."
              .formatted(input.path(), bag, Files.size(file), input.bytes()));
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
