package tender.cell;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import tender.bagfile.WorkOrder;
import tender.cli.client.response.BagResponse;
import tender.cli.client.response.HoldResponse;
import tender.core.message.CallId;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.model.Disclosure;
import tender.core.model.Money;
import tender.core.model.Offer;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;

/**
 * Answers the messages of the other market.
 *
 * <pre>
 *   other market                cell agent                     the cell's servers
 *        | Call ------------------> | request offers ----------------> |  call, compose
 *        | <--------------- Offers  | <---------------- several sizes  |
 *        | Reserve ---------------> | request a hold ----------------> |  call, compose, reserve
 *        | <------------- Reserved  | <----------------------- held    |
 *        | Commit ----------------> | input files, commit -----------> |  commit
 *        | <------------ Committed  | <-------------------- promised   |
 *        | <-------------- Results  | <----------------- result packs  |
 * </pre>
 *
 * <p>A bag of the cell is found by the id of the reservation, which is its key, so that this agent
 * remembers nothing that it cannot do without: after a restart, calls that were not reserved are
 * refused, and a part is followed again when the other market inquires about it. Only a release is
 * carried out before it is acknowledged; the other market repeats everything else.
 */
final class CellProvider implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(CellProvider.class.getName());
  private static final long OFFERS_VALID_MILLIS = 10_000;
  private static final int MAX_CALLS = 10_000;
  private static final int MAX_LISTED_BAGS = 100;

  private final ProviderId id;
  private final OuterMarket market;
  private final Cell cell;
  private final Map<CallId, OpenCall> calls = new ConcurrentHashMap<>();
  private final Map<ReservationId, CellPart> parts = new ConcurrentHashMap<>();
  private final ExecutorService workers =
      Executors.newThreadPerTaskExecutor(Thread.ofPlatform().daemon().name("cell-", 0).factory());

  /**
   * A call and what was offered for it.
   *
   * @param order only available during the call, and again after the commit
   */
  private record OpenCall(
      Message.Call call, WorkOrder order, List<Offer> offers, long expiresMillis) {
    /** The lowest price that was offered for so many tasks by this time; empty if none was. */
    Optional<Money> price(int tasks, long completionMillis) {
      return offers.stream()
          .filter(offer -> offer.tasks() >= tasks && offer.completionMillis() <= completionMillis)
          .map(offer -> offer.pricePerTask().times(tasks))
          .min(Money::compareTo);
    }
  }

  CellProvider(ProviderId id, OuterMarket market, Cell cell) {
    this.id = id;
    this.market = market;
    this.cell = cell;
  }

  void handle(Message.ToProvider message) {
    switch (message) {
      case Message.Call call -> later("Call " + call.id(), () -> answer(call));
      case Message.Reserve reserve -> later("Reservation " + reserve.id(), () -> reserve(reserve));
      case Message.Commit commit -> later("Commit " + commit.id(), () -> commit(commit));
      case Message.Inquire inquire -> later("Inquiry " + inquire.id(), () -> report(inquire.id()));
      case Message.Release release -> release(release.id());
      case Message.ResultsAccepted accepted -> forgetIfComplete(accepted);
      case Message.BagCompletion _, Message.Bid _ -> {}
    }
  }

  private interface Action {
    void run() throws IOException;
  }

  private void later(String what, Action action) {
    workers.execute(
        () -> {
          try {
            action.run();
          } catch (IOException | RuntimeException e) {
            LOG.log(
                Level.WARNING,
                "{0} failed; the other market will repeat it: cause={1}",
                what,
                e.getMessage(),
                id);
          }
        });
  }

  private void answer(Message.Call call) {
    long nowMillis = System.currentTimeMillis();
    WorkOrder order = market.workOrder(call.id().bag());
    List<Offer> offers = new ArrayList<>();
    // The runtimes that a profiler measures at one provider hold for that provider only.
    if (order.profiler().isEmpty()) {
      HoldResponse asked =
          cell.askForOffers(
              "call:" + call.id(),
              firstTasks(order, call.bag().tasks()),
              call.bag().deadlineMillis());
      for (HoldResponse.Size size : asked.sizes()) {
        Money price = Cell.money(size.price());
        offers.add(
            new Offer(
                id,
                size.tasks(),
                size.by().toEpochMilli(),
                new Money(Math.ceilDiv(price.millicredits(), (long) size.tasks()))));
      }
    }
    LOG.log(Level.INFO, "Call answered: call={0}, offers={1}", call.id(), offers.size(), id);
    long validUntilMillis = System.currentTimeMillis() + OFFERS_VALID_MILLIS;
    remember(new OpenCall(call, order, offers, validUntilMillis));
    market.send(
        new Message.Offers(
            call.id(), id, 1, offers, Disclosure.NOTHING, nowMillis, validUntilMillis));
  }

  private void remember(OpenCall call) {
    long nowMillis = System.currentTimeMillis();
    // A work order may be large, and offers are valid for seconds only.
    calls.values().removeIf(open -> open.expiresMillis() < nowMillis);
    if (calls.size() < MAX_CALLS) {
      calls.put(call.call().id(), call);
    }
  }

  private void reserve(Message.Reserve reserve) {
    OpenCall call = calls.get(reserve.id().call());
    if (call == null || call.expiresMillis() < System.currentTimeMillis()) {
      refuse(reserve.id(), Message.RefusalReason.NO_SUCH_OFFER);
      return;
    }
    Optional<Money> price = call.price(reserve.tasks(), reserve.completionMillis());
    if (price.isEmpty()) {
      refuse(reserve.id(), Message.RefusalReason.NO_SUCH_OFFER);
      return;
    }
    HoldResponse hold =
        cell.hold(
            key(reserve.id()),
            firstTasks(call.order(), reserve.tasks()),
            reserve.completionMillis(),
            price.get());
    OptionalLong heldUntilMillis = Cell.heldUntilMillis(hold);
    if (heldUntilMillis.isPresent()) {
      market.send(new Message.Reserved(reserve.id(), heldUntilMillis.getAsLong()));
    } else {
      refuse(reserve.id(), Message.RefusalReason.NO_CAPACITY);
    }
  }

  private void commit(Message.Commit commit) throws IOException {
    WorkOrder order = CellPart.orderOf(market.workOrder(commit.id().call().bag()), commit.tasks());
    new InputFiles(market, cell.client()).copy(commit.id().call().bag(), order);
    Optional<HoldResponse> committed = cell.commit(key(commit.id()), order);
    if (committed.isPresent() && committed.get().bag().promise() != null) {
      market.send(new Message.Committed(commit.id()));
      follow(commit.id());
    } else {
      refuse(commit.id(), Message.RefusalReason.LEASE_EXPIRED);
    }
  }

  private void report(ReservationId id) {
    CellPart followed = parts.get(id);
    Optional<CellPart> part = followed == null ? follow(id) : Optional.of(followed);
    if (part.isPresent()) {
      part.get().report();
    } else {
      refuse(id, Message.RefusalReason.LEASE_EXPIRED);
    }
  }

  /** Follows a committed part until it has ended; empty if the cell has no such part. */
  private Optional<CellPart> follow(ReservationId id) {
    Optional<HoldResponse> hold = cell.find(key(id));
    if (hold.isEmpty() || hold.get().bag().promise() == null) {
      return Optional.empty();
    }
    WorkOrder outer = market.workOrder(id.call().bag());
    CellPart part = new CellPart(id, hold.get().bag().id(), outer, market, cell.client());
    CellPart before = parts.putIfAbsent(id, part);
    if (before != null) {
      return Optional.of(before);
    }
    workers.execute(
        () -> {
          part.run();
          if (part.isStopped()) {
            parts.remove(id, part);
          }
        });
    return Optional.of(part);
  }

  private void forgetIfComplete(Message.ResultsAccepted accepted) {
    parts.computeIfPresent(
        accepted.id(), (id, part) -> part.isComplete(accepted.tasks()) ? null : part);
  }

  /** When this returns, the cell runs nothing of the part any more. */
  private void release(ReservationId id) {
    CellPart part = parts.remove(id);
    if (part != null) {
      part.stop();
    }
    Optional<HoldResponse> hold = cell.find(key(id));
    if (hold.isPresent() && hold.get().bag().ended() == null) {
      cell.client().cancel(hold.get().bag().id());
    }
    if (hold.isPresent() && hold.get().bag().promise() != null) {
      later("Bill of " + id, () -> sendFinalBill(id, hold.get().bag().id()));
    }
  }

  /** Stops everything that the other market has in the cell, except bags behind many newer ones. */
  void releaseAll() {
    parts.keySet().forEach(this::release);
    for (BagResponse bag : cell.client().bags(MAX_LISTED_BAGS).bags()) {
      if (bag.ended() == null) {
        cell.client().cancel(bag.id());
      }
    }
  }

  private void sendFinalBill(ReservationId id, String bag) {
    BagResponse ended = cell.awaitFinalBill(bag);
    market.send(
        new Message.Results(
            id, TaskSet.empty(), System.currentTimeMillis(), Cell.money(ended.paid())));
  }

  private void refuse(ReservationId part, Message.RefusalReason reason) {
    market.send(new Message.Refused(part, reason, List.of()));
  }

  /** The number of tasks and their needs; which tasks they are is known when they are committed. */
  private static WorkOrder firstTasks(WorkOrder order, int tasks) {
    return CellPart.orderOf(order, TaskSet.first(tasks));
  }

  private static String key(ReservationId part) {
    return "part:" + part;
  }

  @Override
  public void close() {
    workers.shutdownNow();
  }
}
