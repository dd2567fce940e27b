package tender.agent.batch.process;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tender.agent.batch.ArrayJob;

/** How tasks' processes are isolated: which processors they use, and how they start and end. */
public interface ProcessIsolation {

  /** For display. */
  String description();

  /**
   * The holder whose processors an array's tasks use. Each holder has all processors of the
   * machine: tasks of one holder wait for each other, but not for those of another.
   *
   * @param array empty for a local job
   */
  String holder(Optional<ArrayJob> array);

  /** The command that runs a task's script. */
  List<String> command(ArrayJob array, int index, List<String> script) throws IOException;

  /** Variables that replace the agent's in a task's environment. */
  Map<String, String> environment();

  /** All processes that belong to a running task. */
  List<ProcessHandle> processes(ArrayJob array, int index, ProcessHandle script);

  /**
   * How much longer a task may run.
   *
   * @return 0 or less if its time is up
   */
  long remainingMillis(ArrayJob array, int index, long ranMillis);

  /** Kills everything that an ended task left running. May be repeated. */
  void cleanUp(ArrayJob array, int index);
}
