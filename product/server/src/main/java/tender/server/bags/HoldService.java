package tender.server.bags;

import static tender.server.bags.DatabaseErrorMapper.mapErrors;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import tender.bagfile.WorkOrder;
import tender.core.metascheduler.state.BagEvent;
import tender.core.metascheduler.state.BagState;
import tender.core.metascheduler.state.PlacementState;
import tender.core.model.Bag;
import tender.core.model.BagId;
import tender.server.api.ApiException;
import tender.server.api.HoldApi;
import tender.server.api.view.BagView;
import tender.server.api.view.HoldView;
import tender.server.engine.BagEventProcessor;
import tender.server.model.Requirements;
import tender.server.model.UserId;
import tender.server.store.Database;
import tender.server.store.bags.Submission;

/**
 * Implements the API for other markets. Only users that the operator has named may hold capacity:
 * any other user could block it without paying.
 */
public final class HoldService implements HoldApi {
  private final Set<UserId> markets;
  private final Database database;
  private final BagService bags;
  private final BagEventProcessor processor;

  public HoldService(
      Set<UserId> markets, Database database, BagService bags, BagEventProcessor processor) {
    this.markets = Set.copyOf(markets);
    this.database = database;
    this.bags = bags;
    this.processor = processor;
  }

  @Override
  public HoldView request(UserId market, String key, WorkOrder order, Requirements requirements) {
    requireMarket(market);
    return view(market, bags.submit(market, key, order, requirements.withHoldFirst()));
  }

  @Override
  public Optional<HoldView> find(UserId market, String key) {
    requireMarket(market);
    return mapErrors(() -> database.submissions().find(market, key)).map(bag -> view(market, bag));
  }

  @Override
  public HoldView commit(UserId market, String key, WorkOrder order) {
    requireMarket(market);
    return mapErrors(
        () -> {
          BagId bag =
              database
                  .submissions()
                  .find(market, key)
                  .orElseThrow(
                      () ->
                          ApiException.notFound(
                              "Nothing is held with the key '" + key + "'.",
                              "Request it with POST /v1/holds."));
          BagState state = bags.stored(bag).state();
          PlacementState.Held held = held(state).orElse(null);
          if (held == null) {
            requireCommitted(state, market, key);
          } else {
            requireSameNeeds(state.bag(), held, order);
            bags.requireFiles(market, order);
            Submission requested = bags.requireOwned(market, bag);
            // Before the commit, because providers read the work order when they are committed. If
            // this server fails in between, the hold expires.
            database
                .submissions()
                .replaceOrder(new Submission(bag, market, key, order, requested.requirements()));
            processor.apply(bag, List.of(new BagEvent.HoldCommitted(order.tasks())));
          }
          return view(market, bag);
        });
  }

  private void requireMarket(UserId user) {
    if (!markets.contains(user)) {
      throw ApiException.notFound(
          "The user " + user + " is not another market.",
          "Ask the operator to add it to the setting 'markets'.");
    }
  }

  /** A repeated commit is accepted; one that comes too late is not. */
  private static void requireCommitted(BagState state, UserId market, String key) {
    boolean isCommitted =
        state instanceof BagState.Open open
            && (open.promise().isPresent()
                || open.placement().orElse(null) instanceof PlacementState.Committing);
    boolean hasRun = state instanceof BagState.Ended ended && ended.promise().isPresent();
    if (!isCommitted && !hasRun) {
      throw ApiException.conflict(
          "The capacity with the key '" + key + "' of " + market + " is not held, or no longer.",
          "Request it again with another key.");
    }
  }

  private static void requireSameNeeds(Bag bag, PlacementState.Held held, WorkOrder order) {
    if (order.tasks() > held.composition().tasks()
        || order.width() != bag.width()
        || order.runtimeMillis() != bag.estimateMillis()
        || !order.taskRequest().equals(bag.request())) {
      throw ApiException.invalid(
          "The committed tasks are %d with %d processors each, and other needs than the %d tasks that are held."
              .formatted(order.tasks(), order.width(), held.composition().tasks()),
          "Commit at most as many tasks as are held, with the same processors, run time and"
              + " resources.");
    }
  }

  private static Optional<PlacementState.Held> held(BagState state) {
    return state instanceof BagState.Open open
            && open.placement().orElse(null) instanceof PlacementState.Held held
        ? Optional.of(held)
        : Optional.empty();
  }

  private HoldView view(UserId market, BagId bag) {
    // Before the rest, so that a bag that is shown as held has the end of the hold.
    BagView view = bags.status(market, bag);
    BagState state = mapErrors(() -> bags.stored(bag).state());
    List<HoldView.SizedOffer> sizes =
        BagViews.pendingQuote(state).stream()
            .flatMap(quote -> quote.sizes().stream())
            .map(
                size ->
                    new HoldView.SizedOffer(size.tasks(), size.completionMillis(), size.price()))
            .toList();
    OptionalLong heldUntilMillis =
        held(state).stream().mapToLong(PlacementState.Held::timerMillis).findAny();
    return new HoldView(view, sizes, heldUntilMillis);
  }
}
