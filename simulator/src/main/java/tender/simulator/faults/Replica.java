package tender.simulator.faults;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import tender.core.message.Message;
import tender.core.metascheduler.BagEvent;
import tender.core.metascheduler.Mandate;
import tender.core.model.Bag;
import tender.core.model.BagId;
import tender.core.model.ProviderId;
import tender.core.store.Clerk;
import tender.core.store.Owed;
import tender.core.store.Store;
import tender.core.store.StoredBag;
import tender.core.store.Transaction;

/**
 * One of the metascheduler's processes. It keeps nothing: it reads a bag, and some time later, in
 * which anything may happen, decides and writes. Whatever of it is lost is made up for by somebody
 * who asks again, or by the store, which says what is due and what is owed.
 */
final class Replica {
  private static final int TRIES = 8;
  private static final int AT_ONCE = 40;

  private final String name;
  private final World world;
  private final Stage stage;
  private final Store store;
  private final Clerk clerk;
  private boolean up = true;
  private int life;
  private long pausedUntilMillis;

  Replica(String name, World world, Store store, Clerk clerk) {
    this.name = name;
    this.world = world;
    this.stage = world.stage();
    this.store = store;
    this.clerk = clerk;
  }

  void submit(BagId id, Bag bag, Mandate mandate) {
    work(() -> clerk.submit(store.read(id), id, bag, mandate, store.nowMillis()), 1);
  }

  /** Tells a bag what the auction says of it. */
  void tell(BagId bag, BagEvent event) {
    stage.note(name, () -> "tells " + bag + " " + event);
    handle(bag, event, 1);
  }

  void receive(ProviderId from, Message.ToMetascheduler message) {
    if (world.seams().checksSender() && !message.provider().equals(from)) {
      return;
    }
    stage.note(name, () -> "hears " + message);
    handle(message.call().bag(), new BagEvent.Received(message), 1);
  }

  void acknowledge(Owed.Id id) {
    if (up) {
      try {
        store.acknowledge(id);
      } catch (Store.Unavailable e) {
        stage.note(name, () -> "could not note an acknowledgement");
      }
    }
  }

  /** Does what is due. */
  void wakeDue() {
    if (!isWorking()) {
      return;
    }
    try {
      for (BagId bag : store.due(store.nowMillis(), AT_ONCE)) {
        handle(bag, new BagEvent.Woken(), 1);
      }
    } catch (Store.Unavailable e) {
      stage.note(name, () -> "could not look what is due");
    }
  }

  /** Sends again what was not acknowledged. */
  void resendOwed() {
    if (!isWorking() || !world.seams().sendsUntilAcknowledged()) {
      return;
    }
    try {
      store.owed(AT_ONCE).forEach(world::send);
    } catch (Store.Unavailable e) {
      stage.note(name, () -> "could not look what is owed");
    }
  }

  private boolean isWorking() {
    return up && pausedUntilMillis <= stage.nowMillis();
  }

  private void handle(BagId bag, BagEvent event, int tries) {
    handle(bag, List.of(event), tries);
  }

  /** Reads at once, decides and writes later: in between others may write, and this one may die. */
  private void handle(BagId bag, List<BagEvent> events, int tries) {
    if (!up) {
      return;
    }
    Optional<StoredBag> stored;
    try {
      stored = store.read(bag);
    } catch (Store.Unavailable e) {
      return;
    }
    stored.ifPresent(
        read ->
            later(
                () -> {
                  Optional<Transaction> decided = clerk.handleAll(read, events, store.nowMillis());
                  try {
                    if (decided.isPresent() && !commit(decided.get()) && tries < TRIES) {
                      handle(bag, events, tries + 1);
                    }
                  } catch (Store.NotCovered e) {
                    stage.note(name, () -> "cannot pay for " + bag);
                    handle(bag, List.of(new BagEvent.NotCovered(), events.getLast()), tries);
                  }
                }));
  }

  private void work(Supplier<Optional<Transaction>> decide, int tries) {
    later(
        () -> {
          try {
            Optional<Transaction> decided = decide.get();
            if (decided.isPresent() && !commit(decided.get()) && tries < TRIES) {
              work(decide, tries + 1);
            }
          } catch (Store.Unavailable e) {
            stage.note(name, () -> "could not read");
          }
        });
  }

  private boolean commit(Transaction transaction) {
    try {
      if (!store.commit(transaction)) {
        return false;
      }
    } catch (Store.Unavailable e) {
      return false;
    }
    stage.note(name, () -> "writes " + transaction.bag() + " " + transaction.version());
    transaction.messages().forEach(world::send);
    return true;
  }

  private void later(Runnable step) {
    int mine = life;
    long atMillis = stage.nowMillis() + stage.dice.between(1, 4);
    stage.at(atMillis, () -> resume(mine, step));
  }

  private void resume(int mine, Runnable step) {
    if (!up || life != mine) {
      return;
    }
    if (pausedUntilMillis > stage.nowMillis()) {
      stage.at(pausedUntilMillis, () -> resume(mine, step));
    } else {
      step.run();
    }
  }

  void kill() {
    if (up && stage.isFaulty()) {
      stage.struck(Fault.REPLICA_KILLED, name);
      up = false;
      life++;
      stage.after(stage.dice.between(100, 120_000), this::restart);
    }
  }

  void restart() {
    up = true;
  }

  void pause() {
    if (up && stage.isFaulty()) {
      stage.struck(Fault.REPLICA_PAUSED, name);
      pausedUntilMillis = stage.nowMillis() + stage.dice.between(1_000, 180_000);
    }
  }

  void heal() {
    pausedUntilMillis = 0;
    up = true;
  }
}
