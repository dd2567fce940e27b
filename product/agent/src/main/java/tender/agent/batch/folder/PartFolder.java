package tender.agent.batch.folder;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import tender.agent.batch.LocalAccount;
import tender.agent.batch.SafeNames;
import tender.support.files.SecureDeletion;

/**
 * The folder of a part:
 *
 * <pre>
 * chunks/NAME/tasks          the tasks of the array NAME
 * chunks/NAME/job            the batch system's id of the array, once it is submitted
 * chunks/NAME/pilots         present if the array's indexes are those of {@link PilotArray pilots}
 * chunks/NAME/command        for pilots: the user's command, if it is the same for all tasks
 * chunks/NAME/pilot.I, over.I   created by a pilot when it starts, and when it has no more tasks
 * chunks/NAME/leave.I        asks a pilot to start no further task
 * chunks/NAME/streams.I/     links to the output files of the tasks in a pilot's sandbox
 * image                      names the image in which the tasks run, if they need one
 * container                  the arguments of bubblewrap for that image
 * podman                     the image's root folder and Podman's options, in place of container
 * container-failure          why the image cannot be used
 * tasks/N/                   the task's working directory
 * control/N/command          the user's command
 * control/N/stdout, stderr   output of the last attempt
 * claims/N.ATTEMPT           created by the process that runs the attempt, so that none runs twice
 * ended/N.ATTEMPT.CODE       created when the command has ended with that exit code; the most memory
 *                            that it used is appended as .KIB, if it was measured
 * </pre>
 *
 * Claims and exit codes are encoded in file names: creating a file is atomic on every file system
 * and needs no process, and one directory listing shows all ended tasks. N is the taskIndex.
 */
public final class PartFolder {
  private static final List<String> FOLDERS =
      List.of("chunks", "tasks", "control", "claims", "ended");

  private static final String IMAGE = "image";
  private static final String CONTAINER = "container";
  private static final String PODMAN = "podman";
  private static final String CONTAINER_FAILURE = "container-failure";

  /** The first words of a claim; no longer name is allowed. */
  private static final int MAX_CLAIM_BYTES = 1_000;

  private final Path path;
  private final AccessLookup access;

  /** Finds the account that runs the part's tasks, once the bag's folder exists. */
  interface AccessLookup {
    Optional<AccountAccess> find() throws IOException;
  }

  PartFolder(Path folder, AccessLookup access) {
    this.path = folder;
    this.access = access;
  }

  public Path path() {
    return path;
  }

  /** The working directory of a task. */
  public Path taskFolder(int task) {
    return path.resolve("tasks").resolve(number(task));
  }

  /** The folder of the agent's and the script's files about a task. */
  public Path controlFolder(int task) {
    return path.resolve("control").resolve(number(task));
  }

  /** Creates the folders that all tasks share. Call it before the other methods. */
  public void create() throws IOException {
    Optional<AccountAccess> account = access.find();
    for (String child : FOLDERS) {
      Files.createDirectories(path.resolve(child));
    }
    if (account.isPresent()) {
      account.get().letRead(path);
      for (String child : List.of("chunks", "tasks", "control")) {
        account.get().letRead(path.resolve(child));
      }
      for (String child : List.of("claims", "ended")) {
        account.get().letAdd(path.resolve(child));
      }
    }
  }

  /** Names the image of the part's tasks, so that it is not deleted while the part exists. */
  public void writeImage(String image) throws IOException {
    write(IMAGE, image);
  }

  /** The name of the image that a part's folder needs; empty if it needs none. */
  public static Optional<String> readImage(Path partFolder) throws IOException {
    return read(partFolder.resolve(IMAGE));
  }

  /** Stores the arguments of bubblewrap for tasks in a container, each ended by a NUL character. */
  public void writeContainer(String arguments) throws IOException {
    write(CONTAINER, arguments);
  }

  /** Stores the image's root folder and the options of Podman, one in each line. */
  public void writePodman(List<String> lines) throws IOException {
    write(PODMAN, String.join("\n", lines) + "\n");
  }

  /** Stores why the image of the tasks cannot be used. */
  public void writeContainerFailure(String reason) throws IOException {
    write(CONTAINER_FAILURE, reason);
  }

  /** Why the image of the tasks cannot be used; empty if it can, or if they need none. */
  public Optional<String> containerFailure() throws IOException {
    return read(path.resolve(CONTAINER_FAILURE));
  }

  private void write(String name, String content) throws IOException {
    Path written = path.resolve(name + ".new");
    Files.writeString(written, content);
    Files.move(written, path.resolve(name), StandardCopyOption.ATOMIC_MOVE);
  }

  private static Optional<String> read(Path file) throws IOException {
    return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
        ? Optional.of(Files.readString(file))
        : Optional.empty();
  }

  /** The account that runs the tasks; empty if it is the agent's own. */
  public Optional<LocalAccount> account() {
    try {
      return access.find().map(AccountAccess::account);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read the account of " + path + ".", e);
    }
  }

  /** Creates a task's two folders and writes its command. Existing ones are overwritten. */
  public void prepare(int task, String command) throws IOException {
    requireRunnable(command);
    prepare(task);
    Files.writeString(controlFolder(task).resolve("command"), command);
  }

  /** Creates a task's two folders. Its command is the common command of the chunk. */
  public void prepare(int task) throws IOException {
    createFolder(taskFolder(task));
    createFolder(controlFolder(task));
    Optional<AccountAccess> account = access.find();
    if (account.isPresent()) {
      account.get().letWrite(taskFolder(task));
      account.get().letRead(controlFolder(task));
      for (String written : List.of("stdout", "stderr", "sandbox")) {
        account.get().createWritable(controlFolder(task).resolve(written));
      }
    }
  }

  private static void requireRunnable(String command) {
    if (command.indexOf('\0') >= 0) {
      throw new IllegalArgumentException(
          "A task's command contains a NUL character, which no shell can run.");
    }
  }

  /**
   * Writes the files that describe an array.
   *
   * @param count of the tasks in the user's list, for TENDER_TASK_COUNT
   * @param tasks in the order of the array indexes
   * @return the chunk's folder, which is the script's argument
   */
  public Path writeChunk(String name, int count, List<ChunkTask> tasks) throws IOException {
    Path chunk = createChunk(name);
    ChunkFile.write(chunk, count, tasks);
    return chunk;
  }

  /**
   * Writes the files that describe an array of pilots.
   *
   * @param command of all tasks; if empty, each task's command was {@link #prepare prepared}
   */
  public Path writeChunk(
      String name, int count, List<ChunkTask> tasks, PilotArray pilots, Optional<String> command)
      throws IOException {
    Path chunk = createChunk(name);
    if (command.isPresent()) {
      requireRunnable(command.get());
      Files.writeString(chunk.resolve("command"), command.get());
    }
    pilots.write(chunk);
    // Written last: a chunk without this file is incomplete.
    ChunkFile.write(chunk, count, tasks);
    return chunk;
  }

  private Path createChunk(String name) throws IOException {
    Path chunk = path.resolve("chunks").resolve(SafeNames.require(name, "The chunk's name"));
    createFolder(chunk);
    Optional<AccountAccess> account = access.find();
    if (account.isPresent()) {
      account.get().letAdd(chunk);
    }
    // Left incomplete by an agent that crashed.
    Files.deleteIfExists(chunk.resolve("pilots"));
    Files.deleteIfExists(chunk.resolve("command"));
    return chunk;
  }

  /** The part that a chunk's folder belongs to. */
  public static PartFolder ofChunk(Path chunk) {
    Path chunks = chunk.getParent();
    Path part = chunks == null ? null : chunks.getParent();
    if (part == null) {
      throw new IllegalArgumentException(chunk + " is not a chunk's folder.");
    }
    return new PartFolder(part, Optional::empty);
  }

  /** The file that the process running an attempt has created. It begins with the process id. */
  public Path claimFile(int task, int attempt) {
    return path.resolve("claims").resolve(number(task) + "." + number(attempt));
  }

  /** Whether this attempt runs or has run. */
  public boolean isClaimed(int task, int attempt) {
    return Files.exists(claimFile(task, attempt));
  }

  /** Asks a pilot to exit after its current task. May be repeated. */
  public void requestExit(TaskClaim.PilotId pilot) throws IOException {
    Path chunk =
        path.resolve("chunks").resolve(SafeNames.require(pilot.chunk(), "The chunk's name"));
    try {
      Files.createFile(chunk.resolve("leave." + number(pilot.arrayIndex())));
    } catch (FileAlreadyExistsException e) {
      // It was asked before.
    }
  }

  /** All attempts that run or have run, unordered. Empty if there is no folder. */
  public List<TaskClaim> claims() throws IOException {
    return parseNames("claims", TaskClaim::parse);
  }

  /** The pilot that runs or ran an attempt, if any. */
  public Optional<TaskClaim.PilotId> pilotOf(TaskClaim claim) throws IOException {
    Path file = claimFile(claim.taskIndex(), claim.attempt());
    // The account that runs the task may have replaced it by a pipe: opening one for reading and
    // writing does not block, and its size is 0.
    try (FileChannel channel =
        FileChannel.open(
            file, StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)) {
      var bytes = ByteBuffer.allocate((int) Math.min(channel.size(), MAX_CLAIM_BYTES));
      while (bytes.hasRemaining() && channel.read(bytes) >= 0) {
        // Until all of it is read.
      }
      return TaskClaim.parsePilot(StandardCharsets.UTF_8.decode(bytes.flip()).toString());
    }
  }

  /** When a claimed attempt started, since the Unix epoch. */
  public long startedMillis(TaskClaim claim) throws IOException {
    return Files.getLastModifiedTime(claimFile(claim.taskIndex(), claim.attempt())).toMillis();
  }

  /** All attempts that have ended with an exit code, unordered. Empty if there is no folder. */
  public List<TaskExit> taskExits() throws IOException {
    return parseNames("ended", TaskExit::parse);
  }

  /** Avoids a Path object per name: there are thousands of names, listed twice a second. */
  private <T> List<T> parseNames(String child, Function<String, Optional<T>> parser)
      throws IOException {
    Path listed = path.resolve(child);
    String[] names = listed.toFile().list();
    if (names == null) {
      if (Files.exists(listed)) {
        throw new IOException("Cannot read the folder " + listed + ".");
      }
      return List.of();
    }
    var found = new ArrayList<T>(names.length);
    for (String name : names) {
      parser.apply(name).ifPresent(found::add);
    }
    return found;
  }

  /**
   * When an attempt ended, by the time of its file; 0 if it is missing. The task can change it, so
   * this is only a hint.
   */
  public long reportedEndMillis(TaskExit exit) {
    try {
      return Files.getLastModifiedTime(path.resolve("ended").resolve(exit.fileName())).toMillis();
    } catch (IOException e) {
      return 0;
    }
  }

  /**
   * When an attempt that ended then had started, by the time of its file; the end if the file is
   * missing or younger. The task can change it, so this is only a hint.
   */
  public long reportedStartMillis(TaskExit exit, long endedMillis) {
    try {
      long startedMillis = startedMillis(new TaskClaim(exit.taskIndex(), exit.attempt()));
      return Math.min(startedMillis, endedMillis);
    } catch (IOException e) {
      return endedMillis;
    }
  }

  /** How long an ended attempt ran, by the same hints. */
  public long reportedRunMillis(TaskExit exit) {
    long endedMillis = reportedEndMillis(exit);
    return endedMillis - reportedStartMillis(exit, endedMillis);
  }

  /** The exit code of an attempt, if it has ended. */
  public Optional<Integer> exitCode(int task, int attempt) throws IOException {
    return taskExits().stream()
        .filter(exit -> exit.taskIndex() == task && exit.attempt() == attempt)
        .map(TaskExit::exitCode)
        .findFirst();
  }

  /** Deletes the folder. No task may still be running in it. */
  public void delete() throws IOException {
    access.find().ifPresent(account -> account.removeFiles(path));
    SecureDeletion.deleteTree(path);
  }

  private static String number(int number) {
    if (number < 0) {
      throw new IllegalArgumentException(
          "A task or attempt number is " + number + ", and must not be negative.");
    }
    return Integer.toString(number);
  }

  private static void createFolder(Path created) throws IOException {
    try {
      Files.createDirectory(created);
    } catch (FileAlreadyExistsException e) {
      if (!Files.isDirectory(created)) {
        throw e;
      }
    }
  }
}
