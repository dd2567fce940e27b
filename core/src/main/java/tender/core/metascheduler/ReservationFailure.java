package tender.core.metascheduler;

import java.util.ArrayList;
import java.util.List;
import tender.core.compose.Composition;
import tender.core.message.ReservationId;
import tender.core.model.Offer;
import tender.core.model.ProviderId;

/** Who does not hold what was asked for, and has said so, with other offers, or is silent. */
record ReservationFailure(List<ProviderId> providers, List<Offer> alternatives, boolean silent) {

  static ReservationFailure ofSilent(List<ProviderId> providers) {
    return new ReservationFailure(providers, List.of(), true);
  }

  /** Those that were asked to hold something and have not answered. */
  static ReservationFailure ofSilent(Composition composition, List<ReservationId> reserved) {
    List<ProviderId> silent = new ArrayList<>();
    composition.parts().forEach(part -> silent.add(part.provider()));
    reserved.forEach(id -> silent.remove(id.provider()));
    return ofSilent(silent);
  }

  /** One that is silent may hold its part all the same, and its answer be lost. */
  boolean mayHold(ProviderId provider) {
    return silent || !providers.contains(provider);
  }
}
