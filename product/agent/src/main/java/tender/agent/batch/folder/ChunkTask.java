package tender.agent.batch.folder;

/**
 * One task of an array.
 *
 * @param task its number in the bag as core counts, which names its folders
 * @param number its number as the user counts, which it gets as TENDER_TASK_ID
 * @param attempt how often it was tried before
 */
public record ChunkTask(int taskIndex, int listIndex, int attempt) {
  public ChunkTask {
    if (taskIndex < 0 || listIndex < 0 || attempt < 0) {
      throw new IllegalArgumentException(
          "Task %d with number %d in attempt %d: none may be negative."
              .formatted(taskIndex, listIndex, attempt));
    }
  }

  boolean follows(ChunkTask other) {
    return taskIndex == other.taskIndex + 1 && listIndex == other.listIndex + 1 && attempt == other.attempt;
  }
}
