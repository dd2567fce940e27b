package tender.server.bags;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import tender.core.metascheduler.state.BagEvent;
import tender.core.metascheduler.state.BagState;
import tender.core.model.BagId;
import tender.server.api.ApiException;
import tender.server.api.operator.BagAdministration;
import tender.server.engine.BagEventProcessor;
import tender.server.model.UserId;
import tender.server.store.Database;
import tender.server.store.bags.SubmissionRepository.ListedBag;
import tender.server.store.bags.SubmissionRepository.OwnedSummary;
import tender.support.http.ResponseJson;

/** The bags of all users, as an operator manages them. */
public final class BagAdministrationService implements BagAdministration {
  private static final int PAGE_SIZE = 200;

  /** A rare state must not make one request read all bags. */
  private static final int MAX_EXAMINED = 2_000;

  private final Database database;
  private final BagEventProcessor processor;

  public BagAdministrationService(Database database, BagEventProcessor processor) {
    this.database = database;
    this.processor = processor;
  }

  @Override
  public OwnedBags list(BagFilter filter, Optional<String> cursor, int limit) {
    return DatabaseErrorMapper.mapErrors(
        () -> page(filter, cursor.map(BagAdministrationService::position), limit));
  }

  private OwnedBags page(BagFilter filter, Optional<ListedBag> start, int limit) {
    List<OwnedBag> found = new ArrayList<>();
    Optional<ListedBag> after = start;
    for (int examined = 0; examined < MAX_EXAMINED; examined += PAGE_SIZE) {
      List<OwnedSummary> page =
          database
              .submissions()
              .search(filter.user(), filter.search().orElse(""), after, PAGE_SIZE);
      List<OwnedSummary> matching = new ArrayList<>();
      for (OwnedSummary one : page) {
        after = Optional.of(one.bag().listed());
        if (mayHaveState(one, filter)) {
          matching.add(one);
        }
        if (found.size() + matching.size() == limit) {
          found.addAll(views(matching, filter));
          return new OwnedBags(found, after.map(BagAdministrationService::cursor));
        }
      }
      found.addAll(views(matching, filter));
      if (page.size() < PAGE_SIZE) {
        return new OwnedBags(found, Optional.empty());
      }
    }
    return new OwnedBags(found, after.map(BagAdministrationService::cursor));
  }

  /** A bag that a server of an earlier version has written has no summary. */
  private static boolean mayHaveState(OwnedSummary one, BagFilter filter) {
    return one.bag().summary().isEmpty()
        || filter.state().isEmpty()
        || filter.state().get() == one.bag().summary().get().phase();
  }

  private List<OwnedBag> views(List<OwnedSummary> summaries, BagFilter filter) {
    Map<BagId, UserId> users = new HashMap<>();
    summaries.forEach(one -> users.put(one.bag().listed().bag(), one.user()));
    return new BagListLoader(database)
        .views(summaries.stream().map(OwnedSummary::bag).toList()).stream()
            .filter(view -> filter.state().stream().allMatch(view.state()::equals))
            .map(view -> new OwnedBag(Objects.requireNonNull(users.get(view.id())), view))
            .toList();
  }

  private static String cursor(ListedBag last) {
    return last.createdMillis() + "." + last.bag();
  }

  private static ListedBag position(String cursor) {
    int dot = cursor.indexOf('.');
    try {
      return new ListedBag(
          new BagId(cursor.substring(dot + 1)),
          "",
          Long.parseLong(cursor.substring(0, Math.max(0, dot))));
    } catch (IllegalArgumentException e) {
      throw ApiException.invalid(
          "cursor is \"" + ResponseJson.abbreviate(cursor) + "\"; it is not the next of a page.",
          "Use next of the previous page, or leave it out.");
    }
  }

  /** One bag; empty if it does not exist. */
  public Optional<OwnedBag> find(BagId bag) {
    BagFilter all = new BagFilter(Optional.empty(), Optional.empty(), Optional.empty());
    return database.submissions().findOwned(bag).stream()
        .flatMap(one -> views(List.of(one), all).stream())
        .findFirst();
  }

  @Override
  public OwnedBag cancel(BagId bag, String reason) {
    return DatabaseErrorMapper.mapErrors(
        () -> {
          boolean isCancelled = tryCancel(bag, reason);
          OwnedBag found =
              find(bag)
                  .orElseThrow(
                      () ->
                          ApiException.notFound(
                              "Bag %s does not exist.".formatted(bag),
                              "tender operator bags lists all bags."));
          if (!isCancelled) {
            throw ApiException.conflict(
                "Bag %s has already ended: %s."
                    .formatted(bag, ResponseJson.wireName(found.view().state())),
                "Nothing was changed.");
          }
          return found;
        });
  }

  /** Whether the bag was cancelled; false if it does not exist or has ended. */
  boolean tryCancel(BagId bag, String reason) throws InterruptedException {
    if (database
        .store()
        .read(bag)
        .filter(stored -> !(stored.state() instanceof BagState.Ended))
        .isEmpty()) {
      return false;
    }
    return processor
        .apply(bag, List.of(new BagEvent.CancelRequested(Optional.of(reason))))
        .filter(
            after ->
                after.state() instanceof BagState.Ended ended
                    && ended.ending() == BagState.Ending.CANCELLED)
        .isPresent();
  }
}
