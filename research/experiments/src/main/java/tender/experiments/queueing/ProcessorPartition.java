package tender.experiments.queueing;

import java.util.List;

/**
 * The division of a site's processors into blocks (A.12). A block runs, one at a time, the jobs
 * that need more processors than the previous block has and no more than this block has.
 *
 * @param processors size of each block, in ascending order; a block that is no larger than the
 *     previous one gets no jobs
 */
public record ProcessorPartition(List<Integer> processors) {
  public ProcessorPartition {
    processors = List.copyOf(processors);
    int previous = 1;
    for (int size : processors) {
      if (size < previous) {
        throw new IllegalArgumentException(
            "Block sizes are " + processors + ". They must be at least 1 and ascending.");
      }
      previous = size;
    }
    if (processors.isEmpty()) {
      throw new IllegalArgumentException("No block sizes given. A site needs at least one block.");
    }
  }

  public static ProcessorPartition of(Integer... processors) {
    return new ProcessorPartition(List.of(processors));
  }

  public int blocks() {
    return processors.size();
  }

  /** The processors of all blocks together. */
  public int total() {
    return processors.stream().mapToInt(Integer::intValue).sum();
  }

  public int largest() {
    return processors.getLast();
  }
}
