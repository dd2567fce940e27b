package tender.agent.batch.folder;

import tender.agent.batch.SafeNames;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import tender.core.message.ReservationId;
import tender.core.model.BagId;
import tender.support.files.SecureDeletion;

/**
 * The agent's working folder, which all nodes of the cluster see under the same path:
 *
 * <pre>
 * WORK/tender-task                      the script that every task runs in
 * WORK/tender-pilot                     what it reads to run many tasks, one after the other
 * WORK/bags/BAG/inputs/                 input files, shared by the bag's tasks
 * WORK/bags/BAG/ROUND.ATTEMPT/          a part: what one reservation does, see {@link PartFolder}
 * WORK/bags/BAG/profiler/               the bag's profiler, as a part of one task
 * </pre>
 *
 * Bag ids come from the network: one that could lead elsewhere is refused.
 */
public final class WorkFolder {
  private static final String SCRIPT = "tender-task";
  private static final String PILOT = "tender-pilot";
  private static final String PROFILER = "profiler";

  private final Path path;

  /**
   * @param work absolute, and without what would need quoting in a batch command's output
   */
  public WorkFolder(Path work) {
    if (!work.isAbsolute() || !work.toString().matches("[\\w./+@-]+")) {
      throw new IllegalArgumentException(
          ("The working folder is '%s', and must be an absolute path of letters, digits and"
                  + " . / + @ _ - only. Choose another one.")
              .formatted(work));
    }
    this.path = work.normalize();
  }

  /** Makes the folder if need be and puts this version's scripts there. */
  public void install() throws IOException {
    Path bags = Files.createDirectories(path.resolve("bags"));
    // What people compute is not for the cluster's other users to read.
    Files.setPosixFilePermissions(bags, PosixFilePermissions.fromString("rwx------"));
    install(SCRIPT);
    install(PILOT);
  }

  private void install(String name) throws IOException {
    Path written = Files.createTempFile(path, name, ".new");
    try (InputStream script = WorkFolder.class.getResourceAsStream(name)) {
      if (script == null) {
        throw new FileNotFoundException("The resource " + name + " is missing from the program.");
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

  /** The constant script; its one argument is a chunk's folder. */
  public Path script() {
    return path.resolve(SCRIPT);
  }

  /** All that is kept of a bag. */
  public Path bagFolder(BagId bag) {
    return path.resolve("bags").resolve(SafeNames.require(bag.value(), "A bag's id"));
  }

  /** Where the bag's input files belong. */
  public Path inputsFolder(BagId bag) {
    return bagFolder(bag).resolve("inputs");
  }

  /** The folder of what a reservation does. */
  public PartFolder partFolder(ReservationId reservation) {
    String part = reservation.call().round() + "." + reservation.attempt();
    return new PartFolder(
        bagFolder(reservation.call().bag()).resolve(SafeNames.require(part, "A part's name")));
  }

  /** The folder of what finds out how long a bag's tasks take. */
  public PartFolder profilerFolder(BagId bag) {
    return new PartFolder(bagFolder(bag).resolve(PROFILER));
  }

  /** The bags of which there is a profiler's folder. */
  public List<BagId> profiledBags() throws IOException {
    try (Stream<Path> bags = Files.list(path.resolve("bags"))) {
      return bags.filter(bag -> Files.isDirectory(bag.resolve(PROFILER)))
          .map(bag -> new BagId(bag.getFileName().toString()))
          .toList();
    }
  }

  /** Removes all that is kept of a bag; tasks of it must no longer run. */
  public void delete(BagId bag) throws IOException {
    SecureDeletion.deleteTree(bagFolder(bag));
  }
}
