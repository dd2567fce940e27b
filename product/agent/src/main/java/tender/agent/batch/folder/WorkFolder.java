package tender.agent.batch.folder;

import java.io.ByteArrayInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
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
 * WORK/tender-environment               sourced by it to set a task's variables
 * WORK/tender-sandbox                   sourced by it to run a task in a sandbox
 * WORK/tender-runner                    runs tasks of a pilot in a sandbox
 * WORK/sandbox                          present if tasks run in {@link Sandbox sandboxes}
 * WORK/bags/BAG/inputs/                 input files, shared by the bag's tasks
 * WORK/bags/BAG/ROUND.ATTEMPT/          a part, see {@link PartFolder}
 * WORK/bags/BAG/profiler/               the bag's profiler, as a part of one task
 * </pre>
 *
 * Bag ids come from the network; an id that could lead to another folder is rejected.
 */
public final class WorkFolder {
  private static final String SCRIPT = "tender-task";

  /** The scripts that the script uses. */
  private static final List<String> USED_SCRIPTS =
      List.of("tender-environment", "tender-pilot", "tender-sandbox", "tender-runner");

  private static final String SANDBOX = "sandbox";
  private static final String PROFILER = "profiler";

  private final Path path;
  private final Optional<Sandbox> sandbox;

  /** Without sandboxes. */
  public WorkFolder(Path work) {
    this(work, Optional.empty());
  }

  /**
   * @param work absolute, and without characters that need quoting in a batch command's output
   */
  public WorkFolder(Path work, Optional<Sandbox> sandbox) {
    if (!work.isAbsolute() || !work.toString().matches("[\\w./+@-]+")) {
      throw new IllegalArgumentException(
          ("The setting 'work_dir' is '%s', and must be an absolute path of letters, digits and"
                  + " . / + @ _ - only. Choose another one.")
              .formatted(work));
    }
    this.path = work.normalize();
    this.sandbox = sandbox;
  }

  /** Creates the folder if necessary and installs this version's scripts. */
  public void install() throws IOException {
    Path bags = Files.createDirectories(path.resolve("bags"));
    // Other users of the cluster must not read the users' work.
    Files.setPosixFilePermissions(bags, PosixFilePermissions.fromString("rwx------"));
    for (String script : USED_SCRIPTS) {
      install(script);
    }
    if (sandbox.isPresent()) {
      // Each argument ends with a NUL character, as bubblewrap reads them.
      String arguments = String.join("\0", sandbox.get().arguments()) + "\0";
      install(SANDBOX, new ByteArrayInputStream(arguments.getBytes(StandardCharsets.UTF_8)));
    } else {
      Files.deleteIfExists(path.resolve(SANDBOX));
    }
    // Last, because it uses the others.
    install(SCRIPT);
  }

  private void install(String name) throws IOException {
    try (InputStream script = WorkFolder.class.getResourceAsStream(name)) {
      if (script == null) {
        throw new FileNotFoundException("The program does not contain the resource " + name + ".");
      }
      install(name, script);
    }
  }

  private void install(String name, InputStream content) throws IOException {
    Path written = Files.createTempFile(path, name, ".new");
    try {
      Files.copy(content, written, StandardCopyOption.REPLACE_EXISTING);
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
