package tender.experiments.queueing;

import java.util.List;

/**
 * A site's processors, divided (A.12). Each part takes the jobs that need more processors than the
 * part before it has and no more than it has itself, and runs them one at a time.
 *
 * @param processors of each part, ascending; a part that is no larger than the one before gets no
 *     jobs
 */
public record ProcessorPartition(List<Integer> processors) {
  public ProcessorPartition {
    processors = List.copyOf(processors);
    int before = 1;
    for (int size : processors) {
      if (size < before) {
        throw new IllegalArgumentException("Parts must ascend from 1, not " + processors);
      }
      before = size;
    }
    if (processors.isEmpty()) {
      throw new IllegalArgumentException("A site has at least one part.");
    }
  }

  public static ProcessorPartition of(Integer... processors) {
    return new ProcessorPartition(List.of(processors));
  }

  public int blocks() {
    return processors.size();
  }

  /** Of all parts together. */
  public int total() {
    return processors.stream().mapToInt(Integer::intValue).sum();
  }

  public int largest() {
    return processors.getLast();
  }
}
