package tender.agent.batch.folder;

import java.io.ByteArrayInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.GroupPrincipal;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import tender.agent.batch.LocalAccount;
import tender.agent.batch.SafeNames;
import tender.agent.batch.command.AccountLauncher;
import tender.bagfile.WorkOrder;
import tender.core.message.ReservationId;
import tender.core.model.BagId;
import tender.support.files.SecureDeletion;

/**
 * The agent's working folder, which all nodes of the cluster see under the same path:
 *
 * <pre>
 * WORK/tender-task                      the script that runs every task
 * WORK/tender-pilot                     sourced by it to run many tasks, one after the other
 * WORK/tender-wait                      sourced by it to wait for a task and measure its memory
 * WORK/tender-environment               sourced by it to set a task's variables
 * WORK/tender-sandbox                   sourced by it to run a task in a sandbox
 * WORK/tender-podman                    sourced by it to run a task in a container of Podman
 * WORK/tender-init                      is process 1 there
 * WORK/tender-runner                    runs tasks of a pilot in a sandbox
 * WORK/sandbox                          present if tasks run in {@link Sandbox sandboxes}
 * WORK/images/                          unpacked images of containers, see {@link TaskContainers}
 * WORK/shared                           present if tasks run under {@link TaskAccounts accounts}
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
      List.of(
          "tender-environment",
          "tender-wait",
          "tender-pilot",
          "tender-sandbox",
          "tender-podman",
          "tender-init",
          "tender-runner");

  private static final String SANDBOX = "sandbox";
  private static final String SHARED = "shared";
  private static final String PROFILER = "profiler";
  private static final String BAGS = "bags";

  private final Path path;
  private final Optional<Sandbox> sandbox;
  private final Optional<TaskAccounts> accounts;
  private final Optional<TaskContainers> containers;

  /** Without isolation: tasks run under the agent's account. */
  public WorkFolder(Path work) {
    this(work, Optional.empty());
  }

  /** With tasks under the agent's account. */
  public WorkFolder(Path work, Optional<Sandbox> sandbox) {
    this(work, sandbox, Optional.empty());
  }

  /** Without containers. */
  public WorkFolder(Path work, Optional<Sandbox> sandbox, Optional<TaskAccounts> accounts) {
    this(work, sandbox, accounts, Optional.empty());
  }

  /**
   * @param work absolute, and without characters that need quoting in a batch command's output
   * @param sandbox in which tasks run
   * @param accounts under which tasks run; default: the agent's own
   * @param containers for bags whose tasks need one; default: they cannot run
   */
  public WorkFolder(
      Path work,
      Optional<Sandbox> sandbox,
      Optional<TaskAccounts> accounts,
      Optional<TaskContainers> containers) {
    if (!work.isAbsolute() || !work.toString().matches("[\\w./+@-]+")) {
      throw new IllegalArgumentException(
          ("The setting 'work_dir' is '%s', and must be an absolute path of letters, digits and"
                  + " . / + @ _ - only. Choose another one.")
              .formatted(work));
    }
    this.path = work.normalize();
    this.sandbox = sandbox;
    this.accounts = accounts;
    this.containers = containers;
  }

  /** Creates the folder if necessary and installs this version's scripts. */
  public void install() throws IOException {
    Path bags = Files.createDirectories(path.resolve(BAGS));
    // Other users of the cluster must not read the users' work. With accounts, each bag's folder is
    // readable by its account only.
    Files.setPosixFilePermissions(
        bags, PosixFilePermissions.fromString(accounts.isPresent() ? "rwx--x--x" : "rwx------"));
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
    if (accounts.isPresent()) {
      install(SHARED, InputStream.nullInputStream());
    } else {
      Files.deleteIfExists(path.resolve(SHARED));
    }
    if (containers.isPresent()) {
      containers.get().install();
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

  /** Runs commands under the accounts of tasks; empty if tasks run under the agent's account. */
  public Optional<AccountLauncher> launcher() {
    return accounts.map(TaskAccounts::launcher);
  }

  /** The constant script; its argument is a chunk's folder. */
  public Path script() {
    return path.resolve(SCRIPT);
  }

  /** The folder of all files of a bag. */
  public Path bagFolder(BagId bag) {
    return path.resolve(BAGS).resolve(SafeNames.require(bag.value(), "The bag's id"));
  }

  /** The folder of the bag's input files. */
  public Path inputsFolder(BagId bag) {
    return bagFolder(bag).resolve("inputs");
  }

  /** The folder of the part that belongs to a reservation. */
  public PartFolder partFolder(ReservationId reservation) {
    String part = reservation.call().round() + "." + reservation.attempt();
    BagId bag = reservation.call().bag();
    return new PartFolder(
        bagFolder(bag).resolve(SafeNames.require(part, "The part's name")), () -> access(bag));
  }

  /** The folder in which a bag's profiler runs. */
  public PartFolder profilerFolder(BagId bag) {
    return new PartFolder(bagFolder(bag).resolve(PROFILER), () -> access(bag));
  }

  /** The bags that have a profiler folder. */
  public List<BagId> profiledBags() throws IOException {
    try (Stream<Path> bags = Files.list(path.resolve(BAGS))) {
      return bags.filter(bag -> Files.isDirectory(bag.resolve(PROFILER)))
          .map(bag -> new BagId(bag.getFileName().toString()))
          .toList();
    }
  }

  /**
   * Creates the folder of a bag, for the account of its user. Call it before the bag's other
   * folders are used; may be repeated.
   */
  public synchronized void createBag(BagId bag, String user) throws IOException {
    Path folder = Files.createDirectories(bagFolder(bag));
    if (accounts.isEmpty()) {
      return;
    }
    // The folder's group records the account, also if the user gets another one later.
    if (access(bag).isEmpty()) {
      access(accounts.get().accounts().find(user)).own(folder);
    }
  }

  /**
   * Prepares the container of a part's tasks, if they need one. Call it when the inputs are there.
   *
   * @param inputs the folder with the bag's inputs
   */
  public void stageContainer(PartFolder part, WorkOrder order, Path inputs) throws IOException {
    if (order.taskOptions().container().isPresent()) {
      containers
          .orElseThrow(() -> new IOException("This provider runs no containers."))
          .stage(part, order, inputs);
    }
  }

  /** The accounts of all bags that have files in an agent's work folder. */
  public static Set<LocalAccount> usedAccounts(Path work) throws IOException {
    Path bags = work.resolve(BAGS);
    var used = new HashSet<LocalAccount>();
    if (Files.exists(bags)) {
      try (Stream<Path> folders = Files.list(bags)) {
        for (Path folder : folders.toList()) {
          recordedAccount(folder, bags).ifPresent(used::add);
        }
      }
    }
    return used;
  }

  private Optional<AccountAccess> access(BagId bag) throws IOException {
    if (accounts.isEmpty() || !Files.exists(bagFolder(bag))) {
      return Optional.empty();
    }
    return recordedAccount(bagFolder(bag), path.resolve(BAGS)).map(this::access);
  }

  private static Optional<LocalAccount> recordedAccount(Path bag, Path bags) throws IOException {
    GroupPrincipal group = group(bag);
    return group.equals(group(bags))
        ? Optional.empty()
        : Optional.of(new LocalAccount(group.getName()));
  }

  private AccountAccess access(LocalAccount account) {
    return new AccountAccess(account, accounts.orElseThrow().launcher());
  }

  private static GroupPrincipal group(Path folder) throws IOException {
    return Files.readAttributes(folder, PosixFileAttributes.class).group();
  }

  /** Deletes all files of a bag. None of its tasks may still be running. */
  public void delete(BagId bag) throws IOException {
    access(bag).ifPresent(access -> access.removeFiles(bagFolder(bag)));
    SecureDeletion.deleteTree(bagFolder(bag));
  }
}
