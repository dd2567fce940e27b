package tender.agent.batch.host;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedSet;

/**
 * The kernel's control groups, as far as a host needs them: below one group of the agent's a group
 * for each bidder, and below that one for each of its tasks. They outlive the agent, which finds
 * them again by their names. What is not there, or no longer, is no matter.
 */
interface ControlGroups {
  /** Which kind of control groups this is, for people. */
  String kind();

  /**
   * Makes a task's group, if it is not there, and limits it.
   *
   * @return the files by which a process enters: it writes its id into each of them
   */
  List<Path> createTaskGroup(String bidder, String task) throws IOException;

  /**
   * Gives a bidder so much of the processors, beside all others.
   *
   * @param share from 0 to 1
   */
  void setShare(String bidder, double share) throws IOException;

  /** Processor time that a bidder's tasks have used since its group was made. */
  long usedMillis(String bidder) throws IOException;

  /** Processor time that a task has used. */
  long usedMillis(String bidder, String task) throws IOException;

  /** The processes of a task. */
  List<Long> processes(String bidder, String task) throws IOException;

  /** Ends all processes of a task, whatever they make of it, and removes its group. */
  void killTask(String bidder, String task) throws IOException;

  /** All bidders that have a group. */
  SortedSet<String> partGroups() throws IOException;

  /** Removes a bidder's group, unless something runs in it. */
  void removePartGroup(String bidder) throws IOException;
}
