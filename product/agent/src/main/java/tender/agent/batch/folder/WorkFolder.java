package tender.agent.batch.folder;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import tender.agent.batch.SafeNames;
import tender.core.message.ReservationId;
import tender.core.model.BagId;
import tender.support.files.SecureDeletion;

/**
 * The agent's working folder, which all nodes of the cluster see under the same path:
 *
 * <pre>
 * WORK/tender-task                      the script that runs every task
 * WORK/tender-pilot                     sourced by it to run many tasks, one after the other
 * WORK/bags/BAG/inputs/                 input files, shared by the bag's tasks
 * WORK/bags/BAG/ROUND.ATTEMPT/          a part, see {@link PartFolder}
 * WORK/bags/BAG/profiler/               the bag's profiler, as a part of one task
 * </pre>
 *
 * Bag ids come from the network; an id that could lead to another folder is rejected.
 */
public final class WorkFolder {
  private static final String SCRIPT = "tender-task";
  private static final String PILOT = "tender-pilot";
  private static final String PROFILER = "profiler";

  private final Path path;

  /**
   * @param work absolute, and without characters that need quoting in a batch command's output
   */
  public WorkFolder(Path work) {
    if (!work.isAbsolute() || !work.toString().matches("[\\w./+@-]+")) {
      throw new IllegalArgumentException(
          ("The setting 'work_dir' is '%s', and must be an absolute path of letters, digits and"
                  + " . / + @ _ - only. Choose another one.")
              .formatted(work));
    }
    this.path = work.normalize();
  }

  /** Creates the folder if necessary and installs this version's scripts. */
  public void install() throws IOException {
    Path bags = Files.createDirectories(path.resolve("bags"));
    // Other users of the cluster must not read the users' work.
    Files.setPosixFilePermissions(bags, PosixFilePermissions.fromString("rwx------"));
    install(SCRIPT);
    install(PILOT);
  }

  private void install(String name) throws IOException {
    Path written = Files.createTempFile(path, name, ".new");
    try (InputStream script = WorkFolder.class.getResourceAsStream(name)) {
      if (script == null) {
        throw new FileNotFoundException("The program does not contain the resource " + name + ".");
      }
      Files.copy(script, written, StandardCopyOption.REPLACE_EXISTING);
      Files.setPosixFilePermissions(written, PosixFilePermissions.fromString("rwxr-xr-x"));
      Files.move(written, path.resolve(name), StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(written);
    }
  }

  public Path path() {
    return path;
  }

  /** The constant script; its argument is a chunk's folder. */
  public Path script() {
    return path.resolve(SCRIPT);
  }

  /** The folder of all files of a bag. */
  public Path bagFolder(BagId bag) {
    return path.resolve("bags").resolve(SafeNames.require(bag.value(), "The bag's id"));
  }

  /** The folder of the bag's input files. */
  public Path inputsFolder(BagId bag) {
    return bagFolder(bag).resolve("inputs");
  }

  /** The folder of the part that belongs to a reservation. */
  public PartFolder partFolder(ReservationId reservation) {
    String part = reservation.call().round() + "." + reservation.attempt();
    return new PartFolder(
        bagFolder(reservation.call().bag()).resolve(SafeNames.require(part, "The part's name")));
  }

  /** The folder in which a bag's profiler runs. */
  public PartFolder profilerFolder(BagId bag) {
    return new PartFolder(bagFolder(bag).resolve(PROFILER));
  }

  /** The bags that have a profiler folder. */
  public List<BagId> profiledBags() throws IOException {
    try (Stream<Path> bags = Files.list(path.resolve("bags"))) {
      return bags.filter(bag -> Files.isDirectory(bag.resolve(PROFILER)))
          .map(bag -> new BagId(bag.getFileName().toString()))
          .toList();
    }
  }

  /** Deletes all files of a bag. None of its tasks may still be running. */
  public void delete(BagId bag) throws IOException {
    SecureDeletion.deleteTree(bagFolder(bag));
  }
}
