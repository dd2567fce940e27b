package tender.agent.batch.folder;

/**
 * One task of an array.
 *
 * @param taskIndex its index in the bag, which names its folders
 * @param listIndex its index in the user's task list, which the task gets as TENDER_TASK_ID
 * @param attempt how often it was tried before
 */
public record ChunkTask(int taskIndex, int listIndex, int attempt) {
  public ChunkTask {
    if (taskIndex < 0 || listIndex < 0 || attempt < 0) {
      throw new IllegalArgumentException(
          "taskIndex %d, listIndex %d, attempt %d: none may be negative."
              .formatted(taskIndex, listIndex, attempt));
    }
  }

  boolean follows(ChunkTask other) {
    return taskIndex == other.taskIndex + 1
        && listIndex == other.listIndex + 1
        && attempt == other.attempt;
  }
}
