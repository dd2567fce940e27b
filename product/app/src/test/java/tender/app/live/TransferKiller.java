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
 * Kills processes at random times, and starts them again: the server, an agent, and servers of the
 * object store beside the test, and users' commands. Also cuts the connections to the store.
 */
final class TransferKiller implements AutoCloseable {
  private static final int MAX_PAUSE_MILLIS = 4_000;
  private static final int MAX_COMMAND_MILLIS = 6_000;
  private static final int CUT_MILLIS = 500;
  private static final Duration TIMEOUT = Duration.ofMinutes(1);
  private static final int MAX_TRIES = 60;
  private static final List<String> STORE_SERVERS = List.of("proxy", "object1", "container");

  private final LiveMarket market;
  private final ObjectStoreProxy store;
  private final Random random;
  private final Random commandRandom;
  private final Map<String, Integer> kinds = new TreeMap<>();
  private final Thread thread = Thread.ofVirtual().name("killer").unstarted(this::run);
  private volatile boolean isClosed;

  TransferKiller(LiveMarket market, ObjectStoreProxy store, long seed) {
    this.market = market;
    this.store = store;
    random = new Random(seed);
    commandRandom = new Random(seed + 1);
    thread.start();
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

  private void run() {
    while (!isClosed) {
      try {
        Thread.sleep(random.nextInt(MAX_PAUSE_MILLIS));
        killOne();
      } catch (Exception e) {
        market.note("The killer failed: " + e);
      }
    }
  }

  private void killOne() throws Exception {
    switch (random.nextInt(4)) {
      case 0 -> {
        market.kill("server0");
        market.startServer(0);
        market.await(
            "the server answers",
            TIMEOUT,
            () -> LoopbackPorts.isListening(URI.create(market.address()).getPort()));
        count("server");
      }
      case 1 -> {
        market.kill("north");
        market.startAgent("north");
        market.awaitConnected(1);
        count("agent");
      }
      case 2 -> {
        String server = STORE_SERVERS.get(random.nextInt(STORE_SERVERS.size()));
        market.testbed().run("s3-kill", server);
        market.testbed().run("s3-start", server);
        market.note("killed and started " + server + " of the object store");
        count("store");
      }
      default -> {
        store.proxy().disconnect();
        Thread.sleep(CUT_MILLIS);
        store.proxy().reconnect();
        market.note("cut the connections to the object store");
        count("connections");
      }
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
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
