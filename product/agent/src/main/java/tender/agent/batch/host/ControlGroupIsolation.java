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
 * Puts tasks into control groups, a group for each part of a bag: the host does not know whose a
 * bag is, so a bidder is a part. The script is the agent's and enters the group; the user's command
 * runs below it as somebody who may write only into the task's own folder.
 */
class ControlGroupIsolation implements ProcessIsolation {
  private static final Logger LOG = System.getLogger(ControlGroupIsolation.class.getName());

  /** The script's ending that means it could not do its part. */
  private static final String ENTER =
      "while [ \"$1\" != -- ]; do echo $$ >\"$1\" || exit 73; shift; done; shift; exec \"$@\"";

  /** By the clock a task may take so many times longer than its processor time is limited to. */
  private static final long MAX_WALL_TIME_FACTOR = 50;

  /** Who may not look in may go through, to a folder of which he knows the name. */
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

  /** Names the group of what one part's tasks use. */
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

  /** From now on, also for a group that is made later. */
  void setShare(String bidder, double share) throws IOException {
    shares.put(bidder, share);
    groups.setShare(bidder, share);
  }

  void removePart(String bidder) throws IOException {
    shares.remove(bidder);
    groups.removePartGroup(bidder);
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
      throw new IOException("Pilots would run tasks with the agent's rights: " + array.name());
    }
    String bidder = partGroup(array);
    List<String> command = new ArrayList<>(List.of("/bin/sh", "-c", ENTER, "enter"));
    groups.createTaskGroup(bidder, taskGroup(array, index)).forEach(file -> command.add(file.toString()));
    Double share = shares.get(bidder);
    if (share != null) {
      groups.setShare(bidder, share);
    }
    grantFolder(array, index);
    command.add("--");
    command.addAll(script);
    command.addAll(user.launcher());
    return command;
  }

  /** Gives a task its folder, and lets it come there; nothing else becomes its own. */
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
        part.controlFolder(task.taskIndex()).resolve("command"), PosixFilePermissions.fromString("rw-r--r--"));
    Path own = part.taskFolder(task.taskIndex());
    if (Files.isDirectory(own, LinkOption.NOFOLLOW_LINKS)) {
      Files.setAttribute(own, "unix:uid", account.user(), LinkOption.NOFOLLOW_LINKS);
      Files.setAttribute(own, "unix:gid", account.group(), LinkOption.NOFOLLOW_LINKS);
    }
  }

  /** A folder and all above it in the working folder. */
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
      throw new UncheckedIOException("The group of a task of " + array.name() + " is unread.", e);
    }
  }

  /** Its time is the processors', since nobody knows how fast its share lets it come along. */
  @Override
  public long remainingMillis(ArrayJob array, int index, long ranMillis) {
    try {
      long usedMillis = groups.usedMillis(partGroup(array), taskGroup(array, index)) / array.width();
      long leftMillis = array.limitMillis() - usedMillis;
      boolean isHanging = ranMillis > MAX_WALL_TIME_FACTOR * array.limitMillis();
      return isHanging ? 0 : leftMillis;
    } catch (IOException e) {
      throw new UncheckedIOException("The time of a task of " + array.name() + " is unread.", e);
    }
  }

  @Override
  public void cleanUp(ArrayJob array, int index) {
    try {
      groups.killTask(partGroup(array), taskGroup(array, index));
    } catch (IOException e) {
      LOG.log(Level.WARNING, "{0}: what a task left cannot be ended: {1}", array.name(), e);
    }
  }
}
