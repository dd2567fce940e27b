package tender.core.compose;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tender.core.model.Disclosure;
import tender.core.model.Money;
import tender.core.model.Offer;
import tender.core.model.ProviderId;

/** Properties of every composition policy, for random replies. */
final class CompositionPoliciesTest {

  static Iterable<String> names() {
    return CompositionPolicies.all().keySet().stream()
        .filter(name -> !name.equals("free-time-slots"))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("names")
  void everyOfferIsUsedOrHasReason(String name) {
    for (long seed = 0; seed < 10_000; seed++) {
      Replies replies = RandomReplies.draw(new SplittableRandom(seed));
      Composition composition = CompositionPolicies.all().get(name).compose(replies);
      List<Offer> open = new ArrayList<>();
      replies.replies().forEach(reply -> open.addAll(reply.offers()));

      composition
          .unusedOffers()
          .forEach(unused -> assertThat(open.remove(unused.offer())).isTrue());
      List<ProviderId> providers = composition.parts().stream().map(Part::provider).toList();
      assertThat(providers).as("at most one offer per provider").doesNotHaveDuplicates();
      assertThat(open).as("used offers").hasSameSizeAs(providers);
      for (Part part : composition.parts()) {
        assertThat(open)
            .as("seed " + seed)
            .anyMatch(
                offer ->
                    offer.provider().equals(part.provider())
                        && offer.completionMillis() == part.completionMillis()
                        && part.tasks() > 0
                        && part.tasks() <= offer.tasks()
                        && offer.pricePerTask().times(part.tasks()).equals(part.price()));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("names")
  void lateCompositionIsEarliestPossible(String name) {
    for (long seed = 0; seed < 10_000; seed++) {
      Replies replies = RandomReplies.draw(new SplittableRandom(seed));
      Composition composition = CompositionPolicies.all().get(name).compose(replies);
      Composition earliest = new EarliestCompletion().compose(replies);

      assertThat(composition.unplacedTasks()).isEqualTo(earliest.unplacedTasks());
      assertThat(composition.meetsDeadline()).isEqualTo(earliest.meetsDeadline());
      if (!earliest.meetsDeadline()) {
        assertThat(composition).as("seed " + seed).isEqualTo(earliest);
      }
    }
  }

  /** The driver orders providers by their records; see {@code TrackRecord.BETTER_FIRST}. */
  @ParameterizedTest
  @MethodSource("names")
  void firstReplyWinsAtEqualTimeAndPrice(String name) {
    Disclosure disclosure =
        new Disclosure(OptionalLong.of(100), OptionalLong.of(1_000), Optional.empty());
    List<Reply> replies = new ArrayList<>();
    for (String provider : List.of("zebra", "mule", "ant")) {
      ProviderId id = new ProviderId(provider);
      replies.add(new Reply(id, List.of(new Offer(id, 10, 50, new Money(7))), disclosure));
    }
    for (int tasks : new int[] {1, 10}) {
      Composition composition =
          CompositionPolicies.all().get(name).compose(new Replies(tasks, 60, replies));

      Part first = composition.parts().getFirst();
      assertThat(first.provider()).isEqualTo(new ProviderId("zebra"));
      assertThat(composition.parts()).allMatch(part -> part.tasks() <= first.tasks());
    }
  }
}
