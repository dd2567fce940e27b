package tender.core.metascheduler;

import java.util.List;
import tender.core.model.Offer;
import tender.core.model.ProviderId;

/** Who does not hold what was asked for, and has said so, with other offers, or is silent. */
record Failure(List<ProviderId> providers, List<Offer> instead, boolean silent) {

  static Failure silence(List<ProviderId> providers) {
    return new Failure(providers, List.of(), true);
  }

  /** One that is silent may hold its part all the same, and its answer be lost. */
  boolean mayHold(ProviderId provider) {
    return silent || !providers.contains(provider);
  }
}
