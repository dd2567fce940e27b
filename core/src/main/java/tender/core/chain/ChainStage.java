package tender.core.chain;

import java.util.List;

/**
 * A stage of a chain: a bag that starts after other stages.
 *
 * @param tasks the number of tasks
 * @param predecessors stages with a lower number, each at most once
 */
public record ChainStage(String name, int tasks, List<Predecessor> predecessors) {
  public ChainStage {
    predecessors = List.copyOf(predecessors);
  }

  /**
   * A stage that comes first.
   *
   * @param stage its number
   */
  public record Predecessor(int stage, StartCondition condition) {}
}
