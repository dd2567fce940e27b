package tender.agent.batch.process;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tender.agent.batch.ArrayJob;

/** On what tasks' processes stand: who they take processors from, and how they begin and end. */
public interface ProcessIsolation {

  /** What it is, for people. */
  String description();

  /**
   * Whose processors an array's tasks take. Each holder has all of the machine's: those of one wait
   * for each other, and never for those of another.
   *
   * @param array empty for a local job
   */
  String holder(Optional<ArrayJob> array);

  /** The command that runs a task's script. */
  List<String> command(ArrayJob array, int index, List<String> script) throws IOException;

  /** What a task finds in its environment in place of what the agent has there. */
  Map<String, String> environment();

  /** All processes that are there because of a task that runs. */
  List<ProcessHandle> processes(ArrayJob array, int index, ProcessHandle script);

  /**
   * How much longer a task may run that has begun so long ago.
   *
   * @return 0 or less if its time is up
   */
  long remainingMillis(ArrayJob array, int index, long ranMillis);

  /** A task is over: whatever it has left running is to end. Said twice, it is no matter. */
  void cleanUp(ArrayJob array, int index);
}
