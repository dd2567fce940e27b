package tender.core.share;

import java.util.stream.Stream;
import tender.core.model.Money;
import tender.core.model.OrganisationId;
import tender.core.model.ProviderId;

/** Resources of one processor that accept bids from 0.05 to 5 credits per minute. */
final class ShareFixtures {
  private ShareFixtures() {}

  static SharedResource of(String id, double workPerSecond, String... organisations) {
    return new SharedResource(
        new ProviderId(id),
        1,
        workPerSecond,
        new Money(50),
        new Money(5_000),
        Stream.of(organisations).map(OrganisationId::new).toList());
  }
}
