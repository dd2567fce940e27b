package tender.core.metascheduler.placement;

import java.util.ArrayList;
import java.util.List;
import tender.core.compose.Composition;
import tender.core.message.ReservationId;
import tender.core.model.Offer;
import tender.core.model.ProviderId;

/** Providers that did not reserve: they refused with alternatives, or did not answer. */
public record ReservationFailure(
    List<ProviderId> providers, List<Offer> alternatives, boolean silent) {

  public static ReservationFailure ofSilent(List<ProviderId> providers) {
    return new ReservationFailure(providers, List.of(), true);
  }

  /** The providers of a composition that have not answered the reservation request. */
  public static ReservationFailure ofSilent(
      Composition composition, List<ReservationId> confirmed) {
    List<ProviderId> silent = new ArrayList<>();
    composition.parts().forEach(part -> silent.add(part.provider()));
    confirmed.forEach(id -> silent.remove(id.provider()));
    return ofSilent(silent);
  }

  /** A silent provider may hold its part although its answer was lost. */
  public boolean mayHold(ProviderId provider) {
    return silent || !providers.contains(provider);
  }
}
