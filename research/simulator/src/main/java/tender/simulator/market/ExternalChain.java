package tender.simulator.market;

import java.util.List;
import tender.core.chain.ChainStage;
import tender.core.model.Time;

/**
 * A chain and the actual run times of its stages.
 *
 * @param stages in the order of the plan
 * @param deadlineMillis {@link Time#NEVER} for as early as possible
 */
public record ExternalChain(
    String id,
    long submittedMillis,
    List<ChainStage> plan,
    List<StageBag> stages,
    long deadlineMillis) {
  public ExternalChain {
    plan = List.copyOf(plan);
    stages = List.copyOf(stages);
  }

  /**
   * The bag of a stage.
   *
   * @param estimateMillis its user's estimate of a task's run time
   * @param runMillis how long each task actually takes on the reference processor
   */
  public record StageBag(int tasks, long estimateMillis, long runMillis) {}
}
