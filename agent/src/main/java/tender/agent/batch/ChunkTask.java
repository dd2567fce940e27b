package tender.agent.batch;

/**
 * One task of an array.
 *
 * @param task its number in the bag as core counts, which names its folders
 * @param number its number as the user counts, which it gets as TENDER_TASK_ID
 * @param attempt how often it was tried before
 */
public record ChunkTask(int task, int number, int attempt) {
  public ChunkTask {
    if (task < 0 || number < 0 || attempt < 0) {
      throw new IllegalArgumentException(
          "Task %d with number %d in attempt %d: none may be negative."
              .formatted(task, number, attempt));
    }
  }

  boolean follows(ChunkTask other) {
    return task == other.task + 1 && number == other.number + 1 && attempt == other.attempt;
  }
}
