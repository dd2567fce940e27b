package tender.agent.batch.host;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedSet;

/**
 * The kernel's control groups, as a host uses them: the agent's group contains a group for each
 * part, which contains a group for each of its tasks. They survive the agent, which finds them
 * again by name. Groups that do not exist are ignored.
 */
interface ControlGroups {
  /** The version of control groups, for display. */
  String kind();

  /**
   * Creates a task's group if necessary, and sets its limits.
   *
   * @return files into which a process writes its id to enter the group
   */
  List<Path> createTaskGroup(String part, String task) throws IOException;

  /**
   * Sets a part's share of the processors.
   *
   * @param share from 0 to 1
   */
  void setShare(String part, double share) throws IOException;

  /** Processor time that a part's tasks have used since its group was created. */
  long usedMillis(String part) throws IOException;

  /** Processor time that a task has used. */
  long usedMillis(String part, String task) throws IOException;

  /** The processes of a task. */
  List<Long> processes(String part, String task) throws IOException;

  /** Kills all processes of a task and removes its group. */
  void killTask(String part, String task) throws IOException;

  /** The names of all parts that have a group. */
  SortedSet<String> partGroups() throws IOException;

  /** Removes a part's group, unless a process runs in it. */
  void removePartGroup(String part) throws IOException;
}
