package tender.agent.batch.folder;

import tender.agent.batch.SafeNames;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import tender.support.files.SecureDeletion;

/**
 * The folder of a part, that is of what one reservation does:
 *
 * <pre>
 * chunks/NAME/tasks          which tasks the array NAME runs
 * chunks/NAME/job            the batch system's id of the array, once it is submitted
 * chunks/NAME/pilots         that its indexes are those of {@link PilotArray pilots}, if they are
 * chunks/NAME/command        then, the user's command, if it is the same for all of its tasks
 * chunks/NAME/pilot.I, over.I   made by a pilot that begins, and that has nothing more to do
 * chunks/NAME/leave.I        asks a pilot to begin no other task
 * tasks/N/                   the task's own working directory
 * control/N/command          the user's command
 * control/N/stdout, stderr   what it said in its last attempt
 * claims/N.ATTEMPT           made by who runs the attempt: none runs twice, even if submitted twice
 * ended/N.ATTEMPT.CODE       made when the command has ended with that exit code
 * </pre>
 *
 * Claims and endings are files without need of content: making one is atomic on every file system,
 * costs no process, and one listing tells what has ended. N is the task's number in the bag as core
 * counts.
 */
public final class PartFolder {
  private final Path path;

  PartFolder(Path folder) {
    this.path = folder;
  }

  public Path path() {
    return path;
  }

  /** Where a task runs. */
  public Path taskFolder(int task) {
    return path.resolve("tasks").resolve(number(task));
  }

  /** What the agent and the script keep about a task. */
  public Path controlFolder(int task) {
    return path.resolve("control").resolve(number(task));
  }

  /** Makes what all tasks share; call it before the others. */
  public void create() throws IOException {
    for (String child : List.of("chunks", "tasks", "control", "claims", "ended")) {
      Files.createDirectories(path.resolve(child));
    }
  }

  /** Makes a task's two folders and writes its command; again, if they are there. */
  public void prepare(int task, String command) throws IOException {
    requireRunnable(command);
    prepare(task);
    Files.writeString(controlFolder(task).resolve("command"), command);
  }

  /** Makes a task's two folders; its command is that of all tasks of its chunk. */
  public void prepare(int task) throws IOException {
    createFolder(taskFolder(task));
    createFolder(controlFolder(task));
  }

  private static void requireRunnable(String command) {
    if (command.indexOf('\0') >= 0) {
      throw new IllegalArgumentException(
          "A task's command has a NUL character, which no shell can run.");
    }
  }

  /**
   * Says what an array will run.
   *
   * @param count of the bag's tasks as the user counts them, for TENDER_TASK_COUNT
   * @param tasks in the order of the array's indexes
   * @return the chunk's folder, which is the script's argument
   */
  public Path writeChunk(String name, int count, List<ChunkTask> tasks) throws IOException {
    Path chunk = createChunk(name);
    ChunkFile.write(chunk, count, tasks);
    return chunk;
  }

  /**
   * The same for an array of pilots.
   *
   * @param command of all tasks; if there is none, each task's was {@link #prepare prepared}
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
    // This comes last: a chunk without it is not complete.
    ChunkFile.write(chunk, count, tasks);
    return chunk;
  }

  private Path createChunk(String name) throws IOException {
    Path chunk = path.resolve("chunks").resolve(SafeNames.require(name, "A chunk's name"));
    createFolder(chunk);
    // What an agent that died left half made.
    Files.deleteIfExists(chunk.resolve("pilots"));
    Files.deleteIfExists(chunk.resolve("command"));
    return chunk;
  }

  /** The part that a chunk's folder belongs to. */
  public static PartFolder ofChunk(Path chunk) {
    Path chunks = chunk.getParent();
    Path part = chunks == null ? null : chunks.getParent();
    if (part == null) {
      throw new IllegalArgumentException(chunk + " is no folder of a chunk.");
    }
    return new PartFolder(part);
  }

  /** The file that whoever runs an attempt has made; it begins with the id of its process. */
  public Path claimFile(int task, int attempt) {
    return path.resolve("claims").resolve(number(task) + "." + number(attempt));
  }

  /** Whether somebody runs this attempt or has run it. */
  public boolean isClaimed(int task, int attempt) {
    return Files.exists(claimFile(task, attempt));
  }

  /** Asks a pilot to end when its task does; again, if it was asked. */
  public void requestExit(TaskClaim.PilotId pilot) throws IOException {
    Path chunk = path.resolve("chunks").resolve(SafeNames.require(pilot.chunk(), "A chunk's name"));
    Files.writeString(chunk.resolve("leave." + number(pilot.arrayIndex())), "");
  }

  /** All attempts that somebody runs or has run, in no order. Empty if there is no folder. */
  public List<TaskClaim> claims() throws IOException {
    return parseNames("claims", TaskClaim::parse);
  }

  /** Which pilot runs an attempt or has run it, if one does. */
  public Optional<TaskClaim.PilotId> pilotOf(TaskClaim claim) throws IOException {
    return TaskClaim.parsePilot(Files.readString(claimFile(claim.taskIndex(), claim.attempt())));
  }

  /** When an attempt was begun that is claimed, since the Unix epoch. */
  public long startedMillis(TaskClaim claim) throws IOException {
    return Files.getLastModifiedTime(claimFile(claim.taskIndex(), claim.attempt())).toMillis();
  }

  /** All attempts that have ended with an exit code, in no order. Empty if there is no folder. */
  public List<TaskExit> taskExits() throws IOException {
    return parseNames("ended", TaskExit::parse);
  }

  /** Thousands of names, twice a second: a path of each would cost more than the listing. */
  private <T> List<T> parseNames(String child, Function<String, Optional<T>> meaning)
      throws IOException {
    Path listed = path.resolve(child);
    String[] names = listed.toFile().list();
    if (names == null) {
      if (Files.exists(listed)) {
        throw new IOException("The folder " + listed + " cannot be read.");
      }
      return List.of();
    }
    var found = new ArrayList<T>(names.length);
    for (String name : names) {
      meaning.apply(name).ifPresent(found::add);
    }
    return found;
  }

  /** How long an attempt ran that has ended: from its claim to its end, as the files say. */
  public long runMillis(TaskExit evidence) throws IOException {
    Path claim = claimFile(evidence.taskIndex(), evidence.attempt());
    return endedMillis(evidence) - Files.getLastModifiedTime(claim).toMillis();
  }

  /** When an attempt ended that has, since the Unix epoch. */
  public long endedMillis(TaskExit evidence) throws IOException {
    Path end = path.resolve("ended").resolve(evidence.fileName());
    return Files.getLastModifiedTime(end).toMillis();
  }

  /** How an attempt ended, if it has. */
  public Optional<Integer> exitCode(int task, int attempt) throws IOException {
    return taskExits().stream()
        .filter(evidence -> evidence.taskIndex() == task && evidence.attempt() == attempt)
        .map(TaskExit::exitCode)
        .findFirst();
  }

  /** Removes all of it; its tasks must no longer run. */
  public void delete() throws IOException {
    SecureDeletion.deleteTree(path);
  }

  private static String number(int number) {
    if (number < 0) {
      throw new IllegalArgumentException("The number of a task or attempt is " + number + ".");
    }
    return Integer.toString(number);
  }

  private static void createFolder(Path made) throws IOException {
    try {
      Files.createDirectory(made);
    } catch (FileAlreadyExistsException e) {
      if (!Files.isDirectory(made)) {
        throw e;
      }
    }
  }
}
