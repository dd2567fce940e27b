package tender.agent.tasks;

import java.util.List;
import java.util.Optional;
import tender.agent.batch.folder.ChunkTask;
import tender.agent.batch.folder.PilotArray;

/**
 * Tasks of a part that are submitted as one array.
 *
 * @param name of the array
 * @param tasks in the order of their array indexes, if each of them is a job
 * @param pilots that run the tasks; empty if each task is a job
 */
public record TaskChunk(String name, List<ChunkTask> tasks, Optional<PilotArray> pilots) {
  public boolean hasPilots() {
    return pilots.isPresent();
  }

  /** How many jobs the array has. */
  public int jobs() {
    return pilots.map(PilotArray::pilots).orElseGet(tasks::size);
  }

  /** The array index of a task that is a job. */
  public int arrayIndexOf(int taskIndex) {
    for (int index = 0; index < tasks.size(); index++) {
      if (tasks.get(index).taskIndex() == taskIndex) {
        return index;
      }
    }
    throw new IllegalStateException("Task " + taskIndex + " is not in the array " + name + ".");
  }
}
