package tender.app.live;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * Kills processes at random times, and starts them again: the server and the agent in one thread,
 * servers of the object store in another, because the former start for many seconds where other
 * programs share the processors, and users' commands. Also cuts the connections to the store.
 */
final class TransferKiller implements AutoCloseable {
  private static final int MAX_STORE_PAUSE_MILLIS = 4_000;

  /** Long enough for a promise between two kills, also where a server starts slowly. */
  private static final int MAX_MARKET_PAUSE_MILLIS = 15_000;

  private static final int MAX_COMMAND_MILLIS = 6_000;
  private static final int CUT_MILLIS = 500;
  private static final Duration TIMEOUT = Duration.ofMinutes(1);
  private static final int MAX_TRIES = 60;
  private static final List<String> STORE_SERVERS = List.of("proxy", "object1", "container");

  private final LiveMarket market;
  private final ObjectStoreProxy store;
  private final Random commandRandom;
  private final Map<String, Integer> kinds = new TreeMap<>();
  private final List<Thread> threads;
  private volatile boolean isClosed;

  TransferKiller(LiveMarket market, ObjectStoreProxy store, long seed) {
    this.market = market;
    this.store = store;
    commandRandom = new Random(seed + 1);
    threads =
        List.of(
            start("market", new Random(seed), MAX_MARKET_PAUSE_MILLIS, this::killOfMarket),
            start("store", new Random(seed + 2), MAX_STORE_PAUSE_MILLIS, this::killOfStore));
  }

  /** A fault that is over when the method returns. */
  @FunctionalInterface
  private interface Fault {
    void inject(Random random) throws Exception;
  }

  private Thread start(String name, Random random, int maxPauseMillis, Fault fault) {
    return Thread.ofVirtual()
        .name("killer of " + name)
        .start(() -> run(random, maxPauseMillis, fault));
  }

  synchronized int kills() {
    return kinds.values().stream().mapToInt(Integer::intValue).sum();
  }

  synchronized Map<String, Integer> kinds() {
    return new TreeMap<>(kinds);
  }

  private synchronized void count(String kind) {
    kinds.merge(kind, 1, Integer::sum);
  }

  private void run(Random random, int maxPauseMillis, Fault fault) {
    while (!isClosed) {
      try {
        Thread.sleep(random.nextInt(maxPauseMillis));
        fault.inject(random);
      } catch (Exception | AssertionError e) {
        market.note("The killer failed: " + e);
      }
    }
  }

  private void killOfMarket(Random random) throws Exception {
    if (random.nextBoolean()) {
      market.kill("server0");
      market.startServer(0);
      market.await(
          "the server answers",
          TIMEOUT,
          () -> LoopbackPorts.isListening(URI.create(market.address()).getPort()));
      count("server");
    } else {
      market.kill("north");
      market.startAgent("north");
      market.awaitConnected(1);
      count("agent");
    }
  }

  private void killOfStore(Random random) throws Exception {
    if (random.nextBoolean()) {
      String server = STORE_SERVERS.get(random.nextInt(STORE_SERVERS.size()));
      market.testbed().run("s3-kill", server);
      market.testbed().run("s3-start", server);
      market.note("killed and started " + server + " of the object store");
      count("store");
    } else {
      store.proxy().disconnect();
      Thread.sleep(CUT_MILLIS);
      store.proxy().reconnect();
      market.note("cut the connections to the object store");
      count("connections");
    }
  }

  /** Runs a command until it has succeeded; most of the first attempts are killed. */
  String repeatUntilSuccess(Path folder, List<String> arguments) throws Exception {
    String last = "";
    for (int attempt = 0; attempt < MAX_TRIES; attempt++) {
      if (attempt < 2) {
        Process command = TenderProcess.start(folder, market.environment(), arguments);
        boolean hasEnded =
            command.waitFor(commandRandom.nextInt(MAX_COMMAND_MILLIS), TimeUnit.MILLISECONDS);
        command.destroyForcibly().waitFor();
        if (!hasEnded) {
          count("client");
        }
      } else {
        TenderProcess.Output output =
            TenderProcess.run(folder, market.environment(), arguments, TIMEOUT.multipliedBy(10));
        if (output.exitCode() == 0) {
          return output.out();
        }
        last = output.toString();
        market.note("repeating tender " + arguments + ": " + last);
      }
    }
    throw new AssertionError("tender " + arguments + " has not succeeded: " + last);
  }

  @Override
  public void close() {
    isClosed = true;
    try {
      for (Thread thread : threads) {
        thread.join();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
