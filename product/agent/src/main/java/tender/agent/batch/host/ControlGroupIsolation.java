package tender.agent.batch.host;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import tender.agent.batch.ArrayJob;
import tender.agent.batch.folder.ChunkFile;
import tender.agent.batch.folder.ChunkTask;
import tender.agent.batch.folder.PartFolder;
import tender.agent.batch.folder.PilotArray;
import tender.agent.batch.process.ProcessIsolation;

/**
 * Puts tasks into control groups, one group for each part: the host does not know the user of a
 * bag, so a bidder is a part. The script runs with the agent's rights and enters the group; the
 * user's command runs as a user that may write only into the task's own folder.
 */
class ControlGroupIsolation implements ProcessIsolation {
  private static final Logger LOG = System.getLogger(ControlGroupIsolation.class.getName());

  /** Enters the groups; exit code 73 means that the script could not start the task. */
  private static final String ENTER =
      "while [ \"$1\" != -- ]; do echo $$ >\"$1\" || exit 73; shift; done; shift; exec \"$@\"";

  /** How much longer than its limit of processor time a task may take by the clock. */
  private static final long MAX_WALL_TIME_FACTOR = 50;

  /** Other users may enter the folder if they know its name, but not list it. */
  private static final String PASSABLE = "rwx--x--x";

  private final Path work;
  private final ControlGroups groups;
  private final TaskUser user;
  private final Map<String, Double> shares = new ConcurrentHashMap<>();

  ControlGroupIsolation(Path work, ControlGroups groups, TaskUser user) {
    this.work = work;
    this.groups = groups;
    this.user = user;
  }

  /** The name of a part's control group. */
  static String partGroup(Path part) {
    Path bag = part.getParent();
    return (bag == null ? "" : bag.getFileName() + ".") + part.getFileName();
  }

  private static String partGroup(ArrayJob array) {
    return partGroup(PartFolder.ofChunk(array.folder()).path());
  }

  private static String taskGroup(ArrayJob array, int index) {
    return array.name() + "." + index;
  }

  /** Sets a part's share, also for a group that is created later. */
  void setShare(String part, double share) throws IOException {
    shares.put(part, share);
    groups.setShare(part, share);
  }

  void removePart(String part) throws IOException {
    shares.remove(part);
    groups.removePartGroup(part);
  }

  @Override
  public String description() {
    return "this machine, shared by " + groups.kind();
  }

  @Override
  public String holder(Optional<ArrayJob> array) {
    return array.map(ControlGroupIsolation::partGroup).orElse("local");
  }

  @Override
  public List<String> command(ArrayJob array, int index, List<String> script) throws IOException {
    if (PilotArray.read(array.folder()).isPresent()) {
      throw new IOException(
          "Pilots are not allowed on a host, where tasks need their own user: " + array.name());
    }
    String part = partGroup(array);
    List<String> command = enter(groups.createTaskGroup(part, taskGroup(array, index)));
    Double share = shares.get(part);
    if (share != null) {
      groups.setShare(part, share);
    }
    grantFolder(array, index);
    command.addAll(script);
    command.addAll(user.launcher());
    return command;
  }

  /**
   * The beginning of a command that enters groups.
   *
   * @param processesFiles of the groups
   */
  static List<String> enter(List<Path> processesFiles) {
    List<String> command = new ArrayList<>(List.of("/bin/sh", "-c", ENTER, "enter"));
    processesFiles.forEach(file -> command.add(file.toString()));
    command.add("--");
    return command;
  }

  /**
   * Makes a task the owner of its working directory, and lets it reach that folder. It owns nothing
   * else.
   */
  private void grantFolder(ArrayJob array, int index) throws IOException {
    TaskUser.UnixAccount account = user.taskAccount().orElse(null);
    if (account == null) {
      return;
    }
    PartFolder part = PartFolder.ofChunk(array.folder());
    ChunkTask task = ChunkFile.read(array.folder()).get(index);
    makePassable(part.path().resolve("tasks"));
    makePassable(part.controlFolder(task.taskIndex()));
    Files.setPosixFilePermissions(
        part.controlFolder(task.taskIndex()).resolve("command"),
        PosixFilePermissions.fromString("rw-r--r--"));
    Path own = part.taskFolder(task.taskIndex());
    if (Files.isDirectory(own, LinkOption.NOFOLLOW_LINKS)) {
      Files.setAttribute(own, "unix:uid", account.user(), LinkOption.NOFOLLOW_LINKS);
      Files.setAttribute(own, "unix:gid", account.group(), LinkOption.NOFOLLOW_LINKS);
    }
  }

  /** Applies to a folder and all folders above it in the working folder. */
  private void makePassable(Path folder) throws IOException {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString(PASSABLE));
    Path above = folder.getParent();
    if (!folder.equals(work) && above != null) {
      makePassable(above);
    }
  }

  @Override
  public Map<String, String> environment() {
    return user.environment();
  }

  @Override
  public List<ProcessHandle> processes(ArrayJob array, int index, ProcessHandle script) {
    try {
      return groups.processes(partGroup(array), taskGroup(array, index)).stream()
          .flatMap(id -> ProcessHandle.of(id).stream())
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(
          "Cannot read the control group of a task of " + array.name() + ".", e);
    }
  }

  /**
   * The limit counts processor time, because the progress by the clock depends on the part's share.
   */
  @Override
  public long remainingMillis(ArrayJob array, int index, long ranMillis) {
    try {
      long usedMillis =
          groups.usedMillis(partGroup(array), taskGroup(array, index)) / array.width();
      long remainingMillis = array.limitMillis() - usedMillis;
      boolean isStuck = ranMillis > MAX_WALL_TIME_FACTOR * array.limitMillis();
      return isStuck ? 0 : remainingMillis;
    } catch (IOException e) {
      throw new UncheckedIOException(
          "Cannot read the processor time of a task of " + array.name() + ".", e);
    }
  }

  @Override
  public void cleanUp(ArrayJob array, int index) {
    try {
      groups.killTask(partGroup(array), taskGroup(array, index));
    } catch (IOException e) {
      logRemaining(array, e);
    }
  }

  static void logRemaining(ArrayJob array, IOException cause) {
    LOG.log(
        Level.WARNING,
        "Cannot kill processes left by a task: array={0}, cause={1}",
        array.name(),
        cause);
  }
}
