package tender.server.store.bags;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tender.core.compose.Composition;
import tender.core.compose.Part;
import tender.core.metascheduler.state.BagEffect;
import tender.core.metascheduler.state.BagState;
import tender.core.metascheduler.state.Breach;
import tender.core.metascheduler.state.Promise;
import tender.core.model.ProviderId;
import tender.core.store.Transaction;
import tender.server.store.sql.Parameters;

/**
 * Records in the statement that writes a bag which offers its promise used, and how its providers
 * kept it. So their records can be read without reading the bags.
 */
final class OutcomeStatement {
  /**
   * Continues the statement that writes a bag. An ended bag is written again when its last bills
   * arrive: its outcomes count once. Rows are locked in the order of the providers, so that
   * statements cannot deadlock.
   */
  static final String SQL =
      """
      ,
      outcomes as (
        insert into offer_outcome as o (provider, bag, used, ended_millis, late_millis)
        select n.provider, id, n.used, n.ended_millis, n.late_millis
        from written, unnest(?, ?, ?, ?) as n (provider, used, ended_millis, late_millis)
        order by n.provider
        on conflict (provider, bag) do update
          set used = excluded.used, ended_millis = excluded.ended_millis, late_millis = excluded.late_millis
          where o.ended_millis is null and excluded.ended_millis is not null
        returning provider, ended_millis, late_millis),
      summed as (
        insert into provider_record as r (provider, kept, late, late_millis)
        select provider, (late_millis is null)::int, (late_millis is not null)::int,
          case when late_millis is null then '{}' else array[late_millis] end
        from outcomes where ended_millis is not null
        order by provider
        on conflict (provider) do update
          set kept = r.kept + excluded.kept,
            late = r.late + excluded.late,
            late_millis = (excluded.late_millis || r.late_millis)[1:100])
      """;

  /** The outcome of a provider's offer, as far as it is known. */
  private record Outcome(
      ProviderId provider, boolean used, @Nullable Long endedMillis, @Nullable Long lateMillis) {}

  private final Collection<Outcome> outcomes;

  private OutcomeStatement(Collection<Outcome> outcomes) {
    this.outcomes = outcomes;
  }

  /** What a transaction says about offers; empty if nothing. */
  static Optional<OutcomeStatement> of(Transaction transaction) {
    Map<ProviderId, Outcome> outcomes = new TreeMap<>();
    for (BagEffect effect : transaction.historyEvents()) {
      if (effect instanceof BagEffect.PromiseMade(Promise promise, var _)) {
        offered(promise.composition()).forEach(one -> outcomes.put(one.provider, one));
      }
    }
    if (transaction.state() instanceof BagState.Ended ended) {
      ended(ended).forEach(one -> outcomes.put(one.provider, one));
    }
    return outcomes.isEmpty()
        ? Optional.empty()
        : Optional.of(new OutcomeStatement(outcomes.values()));
  }

  /** A provider with several offers is listed with the used one last. */
  private static List<Outcome> offered(Composition composition) {
    List<Outcome> offered = new ArrayList<>();
    composition
        .unusedOffers()
        .forEach(unused -> offered.add(new Outcome(unused.offer().provider(), false, null, null)));
    composition
        .parts()
        .forEach(part -> offered.add(new Outcome(part.provider(), true, null, null)));
    return offered;
  }

  /** Whether each provider of the promise kept it; nothing if the bag did not run to its end. */
  private static List<Outcome> ended(BagState.Ended ended) {
    boolean counts =
        switch (ended.ending()) {
          case DONE, GIVEN_UP -> true;
          case INSUFFICIENT_OFFERS,
              RESERVATIONS_REFUSED,
              INSUFFICIENT_FUNDS,
              NOT_MATCHED_IN_TIME,
              QUOTE_NOT_ACCEPTED,
              CANCELLED,
              STOPPED_AFTER_FAILURES ->
              false;
        };
    List<Outcome> outcomes = new ArrayList<>();
    if (counts && ended.promise().isPresent()) {
      for (Part part : ended.promise().get().composition().parts()) {
        Long lateMillis =
            ended
                .breach()
                .filter(breach -> isBlamed(breach, part.provider()))
                .map(breach -> breach.endedMillis() - breach.promisedMillis())
                .orElse(null);
        outcomes.add(new Outcome(part.provider(), true, ended.endedMillis(), lateMillis));
      }
    }
    return outcomes;
  }

  /** Not every breach counts against the provider whose part it concerns. */
  private static boolean isBlamed(Breach breach, ProviderId provider) {
    return breach.provider().equals(provider) && breach.cause().isProviderFault();
  }

  void addTo(Parameters parameters) {
    parameters.addTexts(outcomes, one -> one.provider.value());
    parameters.add(outcomes.stream().map(Outcome::used).toArray(Boolean[]::new));
    parameters.add(outcomes.stream().map(Outcome::endedMillis).toArray(Long[]::new));
    parameters.add(outcomes.stream().map(Outcome::lateMillis).toArray(Long[]::new));
  }
}
