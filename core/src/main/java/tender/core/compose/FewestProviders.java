package tender.core.compose;

import java.util.Comparator;
import java.util.List;

/**
 * As few providers as can meet the deadline: the largest offers are used completely until the bag
 * is covered. This suits bags whose input is expensive to distribute. It is not from a paper; it is
 * the example of {@code docs/develop/add-a-policy.md}.
 *
 * <p>Ties: the cheaper offer, then the order of the replies. If the offers that meet the deadline
 * do not cover the bag, the earliest completion is composed.
 */
public final class FewestProviders implements CompositionPolicy {

  @Override
  public Composition compose(Replies replies) {
    return LoadBalancing.compose(replies, new LargestFirst());
  }

  private static final class LargestFirst implements LoadBalancing.SharingRule {
    @Override
    public UnusedOffer.Reason reasonForNoTasks() {
      return UnusedOffer.Reason.NOT_NEEDED;
    }

    @Override
    public void share(int tasks, CompositionBuilder shares, List<Integer> replies) {
      List<Integer> largestFirst =
          replies.stream()
              .sorted(
                  Comparator.comparingInt((Integer reply) -> -shares.offer(reply).tasks())
                      .thenComparing(reply -> shares.offer(reply).pricePerTask()))
              .toList();
      shares.assignInOrder(tasks, largestFirst);
    }
  }
}
