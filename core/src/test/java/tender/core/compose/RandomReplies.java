package tender.core.compose;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import tender.core.model.Disclosure;
import tender.core.model.Money;
import tender.core.model.Offer;
import tender.core.model.ProviderId;

/** Small random replies with few distinct instants, so that there are many ties. */
final class RandomReplies {
  private RandomReplies() {}

  static Replies draw(SplittableRandom random) {
    int tasks = random.nextInt(1, 40);
    List<Reply> replies = new ArrayList<>();
    int providers = random.nextInt(0, 6);
    for (int provider = 0; provider < providers; provider++) {
      ProviderId id = new ProviderId("p" + provider);
      List<Offer> offers = new ArrayList<>();
      int count = random.nextInt(0, 5);
      for (int i = 0; i < count; i++) {
        Money price = new Money(random.nextInt(3));
        offers.add(new Offer(id, random.nextInt(1, tasks + 3), random.nextInt(1, 8), price));
      }
      replies.add(new Reply(id, offers, disclosure(random)));
    }
    return new Replies(tasks, random.nextInt(0, 9), replies);
  }

  private static Disclosure disclosure(SplittableRandom random) {
    return new Disclosure(
        random.nextInt(4) == 0 ? OptionalLong.empty() : OptionalLong.of(random.nextInt(1, 500)),
        random.nextInt(4) == 0 ? OptionalLong.empty() : OptionalLong.of(random.nextLong(1L << 40)),
        Optional.empty());
  }
}
