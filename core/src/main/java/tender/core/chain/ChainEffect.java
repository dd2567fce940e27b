package tender.core.chain;

import java.util.Optional;
import tender.core.model.Money;
import tender.core.model.TaskSet;

/**
 * What is to be done for a chain. All effects can be repeated without another result: stage and
 * attempt name the bag.
 */
public sealed interface ChainEffect {
  int stage();

  int attempt();

  /** Submit a bag for a quote, which holds nothing. */
  record RequestQuote(int stage, int attempt) implements ChainEffect {}

  /** Decline the quote of the bag and delete it. */
  record EndQuote(int stage, int attempt) implements ChainEffect {}

  /** Submit the bag of the stage. */
  record SubmitStage(
      int stage, int attempt, TaskSet tasks, long deadlineMillis, Optional<Money> budget)
      implements ChainEffect {}

  /** Accept the quote of the bag. */
  record AcceptOffer(int stage, int attempt, long completionMillis, Money price)
      implements ChainEffect {}

  /** Cancel the bag. */
  record CancelStage(int stage, int attempt) implements ChainEffect {}
}
