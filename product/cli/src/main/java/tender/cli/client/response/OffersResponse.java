package tender.cli.client.response;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The called providers, their offers and the bag's history, as the server returns them. */
public record OffersResponse(
    int calls,
    List<String> called,
    int notCalled,
    List<String> silent,
    List<Offer> offers,
    List<HistoryEvent> history,
    int processors,
    @Nullable String noPromiseReason,
    @Nullable String noPromisePrice,
    @Nullable String missingResource,
    @Nullable List<UnsuitableProvider> unsuitable) {

  /** An offer, and whether it was used. */
  public record Offer(
      String provider,
      int tasks,
      Instant by,
      String pricePerTask,
      int usedTasks,
      @Nullable String unusedReason,
      @Nullable String surchargePerTask) {}

  /** A called provider at which no task can run, and what it does not have. */
  public record UnsuitableProvider(String provider, String reason) {}

  /** An event in the bag's history. */
  public record HistoryEvent(
      Instant at,
      String event,
      List<String> providers,
      @Nullable Instant from,
      @Nullable Instant by,
      @Nullable String reason,
      @Nullable Limits limits) {}

  /** The limits that were set from factors, between the earliest and the cheapest composition. */
  public record Limits(
      Bound earliest, Bound cheapest, @Nullable Instant deadline, @Nullable String budget) {}

  /** When a composition ends, and its price. */
  public record Bound(Instant by, String price) {}
}
