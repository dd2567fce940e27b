package tender.core.compose;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import tender.core.model.Disclosure;
import tender.core.model.Offer;
import tender.core.model.ProviderId;
import tender.core.model.Time;

/** The balancing policies against their proportions. */
final class LoadBalancingTest {
  private static final long HOUR = Time.HOUR_MILLIS;

  @Test
  void plbSharesBySize() {
    Replies replies =
        replies(100, reply("a", 100, 1, 0), reply("b", 60, 1, 0), reply("c", 40, 1, 0));

    assertThat(tasks("plb", replies)).containsExactly(50, 30, 20);
  }

  @Test
  void dplbSharesByPowerAmongEqualSizes() {
    Replies replies =
        replies(100, reply("a", 100, 300, 0), reply("b", 100, 100, 0), reply("c", 50, 7, 0));

    // The two of 100 get 200/250 of the bag, 80 tasks, shared 3 : 1.
    assertThat(tasks("dplb", replies)).containsExactly(60, 20, 20);
  }

  @Test
  void dplbv2GivesLessLoadedProviderMore() {
    Replies replies = replies(90, reply("a", 90, 300, 100 * HOUR), reply("b", 90, 100, 200 * HOUR));

    // The weight is 1 / work, whatever the power: 2 : 1.
    assertThat(tasks("dplbv2", replies)).containsExactly(60, 30);
    assertThat(tasks("dplb", replies)).containsExactly(68, 22);
  }

  @Test
  void dplbv2PrefersIdleProvidersAndSharesByPowerAmongThem() {
    Replies replies =
        replies(80, reply("a", 80, 300, 0), reply("b", 80, 500, 1), reply("c", 80, 100, 0));

    assertThat(tasks("dplbv2", replies)).containsExactly(60, 0, 20);
  }

  @Test
  void dplbv2GivesBusyProviderWhatIdleOneCannotTake() {
    Replies replies =
        replies(50, reply("a", 20, 1, 0), reply("b", 20, 1, HOUR), reply("c", 20, 1, 2 * HOUR));

    assertThat(tasks("dplbv2", replies)).containsExactly(20, 20, 10);
  }

  /** The weights of an idle and a busy provider differ by more than any number of tasks. */
  @Test
  void dplbv2SharesLargestBagWithSmallestWork() {
    int most = Integer.MAX_VALUE;
    Replies replies =
        replies(most, reply("a", most, 1, 0), reply("b", most, Long.MAX_VALUE, Long.MAX_VALUE));

    assertThat(tasks("dplbv2", replies)).containsExactly(most, 0);
  }

  @Test
  void excessOverCapGoesToOthers() {
    Replies replies =
        replies(30, reply("a", 12, 1000, 0), reply("b", 12, 10, 0), reply("c", 12, 10, 0));

    assertThat(tasks("dplb", replies)).containsExactly(12, 9, 9);
  }

  @Test
  void offerWithoutTaskHasReason() {
    Replies replies = replies(2, reply("a", 100, 1, 0), reply("b", 100, 1, 0), reply("c", 1, 1, 0));
    Composition composition = CompositionPolicies.all().get("plb").compose(replies);

    assertThat(composition.unusedOffers())
        .extracting(UnusedOffer::reason)
        .containsExactly(UnusedOffer.Reason.SHARE_BELOW_ONE_TASK);
  }

  @Test
  void providerWithoutDisclosedPowerIsExcluded() {
    ProviderId quiet = new ProviderId("quiet");
    Reply silent = Reply.of(quiet, List.of(Offer.free(quiet, 50, 10)));
    Replies replies = replies(50, reply("a", 50, 1, 0), silent);
    Composition composition = CompositionPolicies.all().get("dplb").compose(replies);

    assertThat(composition.balanced()).isTrue();
    assertThat(composition.unusedOffers())
        .extracting(UnusedOffer::reason)
        .containsExactly(UnusedOffer.Reason.POWER_NOT_DISCLOSED);
  }

  @Test
  void tooFewOffersInTimeComposeEarliestCompletion() {
    ProviderId late = new ProviderId("late");
    Replies replies =
        replies(60, reply("a", 50, 1, 0), Reply.of(late, List.of(Offer.free(late, 60, 20))));
    Composition composition = CompositionPolicies.all().get("plb").compose(replies);

    assertThat(composition.balanced()).isFalse();
    assertThat(composition.completionMillis()).isEqualTo(20);
  }

  @Test
  void plbIsWithinOneTaskOfExactProportion() {
    int balanced = 0;
    for (long seed = 0; seed < 10_000; seed++) {
      Replies replies = RandomReplies.draw(new SplittableRandom(seed));
      Composition composition = CompositionPolicies.all().get("plb").compose(replies);
      if (!composition.balanced()) {
        continue;
      }
      balanced++;
      CompositionBuilder eligible =
          new CompositionBuilder(
              replies, offer -> offer.completionMillis() <= replies.deadlineMillis());
      double offered =
          eligible.eligibleReplies().stream().mapToInt(r -> eligible.offer(r).tasks()).sum();
      for (int reply : eligible.eligibleReplies()) {
        Offer offer = eligible.offer(reply);
        double exact = replies.tasks() * offer.tasks() / offered;
        assertThat((double) tasksOf(composition, offer.provider()))
            .as("seed " + seed)
            .isBetween(exact - 1, exact + 1);
      }
    }
    assertThat(balanced).isGreaterThan(1_000);
  }

  @Test
  void dplbGroupSharesAreWithinOneTask() {
    int balanced = 0;
    for (long seed = 0; seed < 10_000; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      List<Reply> drawn = new ArrayList<>();
      for (int i = 0; i < random.nextInt(1, 12); i++) {
        drawn.add(reply("p" + i, random.nextInt(1, 5) * 10, random.nextInt(1, 500), 0));
      }
      int offered = drawn.stream().mapToInt(reply -> reply.offers().getFirst().tasks()).sum();
      Replies replies = new Replies(random.nextInt(1, offered + 1), 10, drawn);
      Composition composition = CompositionPolicies.all().get("dplb").compose(replies);
      for (int size = 10; size <= 40; size += 10) {
        int groupOffered = 0;
        int groupTasks = 0;
        for (Reply reply : drawn) {
          if (reply.offers().getFirst().tasks() == size) {
            groupOffered += size;
            groupTasks += tasksOf(composition, reply.provider());
          }
        }
        double exact = (double) replies.tasks() * groupOffered / offered;
        assertThat((double) groupTasks).as("seed " + seed).isBetween(exact - 1, exact + 1);
      }
      assertThat(composition.unplacedTasks()).isZero();
      balanced++;
    }
    assertThat(balanced).isEqualTo(10_000);
  }

  private static Replies replies(int tasks, Reply... replies) {
    return new Replies(tasks, 10, List.of(replies));
  }

  private static Reply reply(String name, int tasks, long power, long work) {
    ProviderId id = new ProviderId(name);
    return new Reply(
        id,
        List.of(Offer.free(id, tasks, 10)),
        new Disclosure(OptionalLong.of(power), OptionalLong.of(work), Optional.empty()));
  }

  private static List<Integer> tasks(String policy, Replies replies) {
    Composition composition = CompositionPolicies.all().get(policy).compose(replies);
    return replies.replies().stream().map(reply -> tasksOf(composition, reply.provider())).toList();
  }

  private static int tasksOf(Composition composition, ProviderId provider) {
    return composition.parts().stream()
        .filter(part -> part.provider().equals(provider))
        .mapToInt(Part::tasks)
        .sum();
  }
}
