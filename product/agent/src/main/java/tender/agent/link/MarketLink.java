package tender.agent.link;

import io.grpc.ManagedChannel;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.model.BagId;
import tender.core.model.ProviderId;
import tender.protocol.MessageCodec;
import tender.protocol.v1.AgentsGrpc;
import tender.bagfile.Digest;
import tender.bagfile.results.TaskOutcome;
import tender.bagfile.WorkOrder;

/**
 * The agent's link to the market. It keeps a stream to one of the market's servers open and comes
 * again, to that or another one, whenever it breaks; it renews the agent's certificate in time. It
 * needs no open port at the site: the agent dials out.
 */
public final class MarketLink implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(MarketLink.class.getName());
  private static final long WELCOME_MILLIS = 10_000;
  private static final long POLL_MILLIS = 500;
  private static final long MAX_STALLED_NANOS = TimeUnit.SECONDS.toNanos(10);
  private static final Duration RENEWAL_RETRY_DELAY = Duration.ofMinutes(1);

  /** A connection that stands, or is about to. */
  private record ServerConnection(LinkStream stream, MarketRpc rpc) {}

  private final LinkSettings settings;
  private final List<ServerAddress> addresses;
  private final Backoff backoff = new Backoff(new SplittableRandom());
  private final Thread thread = Thread.ofVirtual().name("link").unstarted(this::run);
  private volatile Credentials credentials;
  private volatile @Nullable ServerConnection connection;
  private @Nullable MessageReceiver receiver;
  private Instant nextRenewal = Instant.MIN;

  /** Reads who this agent is from its folder. Nothing is connected until it is started. */
  public MarketLink(LinkSettings settings) {
    this.settings = settings;
    credentials = Credentials.load(settings.folder());
    // So that the agents of a market do not all begin with the same server.
    var shuffled = new ArrayList<>(settings.addresses());
    Collections.shuffle(shuffled);
    addresses = List.copyOf(shuffled);
  }

  /** Which provider this agent is, by its certificate. */
  public ProviderId provider() {
    return credentials.provider();
  }

  /** Until when this agent's certificate is good. */
  public Instant certificateExpiry() {
    return credentials.expiry();
  }

  /** Connects from now on, and hands what comes to the inbox. */
  public MarketLink start(MessageHandler inbox) {
    receiver = new MessageReceiver(inbox);
    receiver.start();
    thread.start();
    return this;
  }

  /** Says something to the market. Never blocks; dropped while there is no connection. */
  public void send(Message.ToMetascheduler message) {
    ServerConnection current = connection;
    if (current != null) {
      current.stream().send(message, MessageCodec.toWire(message));
    }
  }

  /** Tells the auction what stands free. Never blocks; dropped while there is no connection. */
  public void publish(Message.SlotsPublished published) {
    ServerConnection current = connection;
    if (current != null) {
      current.stream().send(published, MessageCodec.toWire(published));
    }
  }

  public boolean isConnected() {
    ServerConnection current = connection;
    return current != null && current.stream().isUp();
  }

  /** What the tasks of a bag are. */
  public WorkOrder describe(BagId bag) {
    return rpc().describe(bag);
  }

  /**
   * Fetches one of a bag's files to this place. It is there, whole and with this digest, when this
   * returns, and nothing is there when this throws.
   */
  public void fetch(BagId bag, Digest digest, Path to) {
    rpc().fetch(bag, digest, to);
  }

  /** Hands over what ended tasks have left behind; the market has stored it when this returns. */
  public void deliver(ReservationId id, List<TaskOutcome> outcomes, Path pack) {
    rpc().deliver(id, outcomes, pack);
  }

  /** Drops the connection, as if it had broken. */
  public void disconnect() {
    ServerConnection current = connection;
    if (current != null) {
      current.stream().end("The connection was cut.");
    }
  }

  @Override
  public void close() {
    thread.interrupt();
    try {
      thread.join();
      if (receiver != null) {
        receiver.stop();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private MarketRpc rpc() {
    ServerConnection current = connection;
    if (current == null || !current.stream().isUp()) {
      throw new MarketUnavailableException("There is no connection to the market now.");
    }
    return current.rpc();
  }

  private void run() {
    try {
      for (int attempt = 0; ; attempt++) {
        ServerAddress address = addresses.get(attempt % addresses.size());
        try {
          connect(address);
        } catch (RuntimeException e) {
          LOG.log(Level.ERROR, "The link to " + address + " failed.", e);
        }
        Thread.sleep(backoff.nextMillis());
      }
    } catch (InterruptedException e) {
      // The link is closed.
    }
  }

  /** One connection, from its beginning to its end. */
  private void connect(ServerAddress address) throws InterruptedException {
    if (Instant.now().isAfter(credentials.expiry())) {
      LOG.log(
          Level.ERROR,
          "The certificate of {0} has expired at {1}. Enrol the agent again.",
          provider(),
          credentials.expiry());
    }
    ManagedChannel channel = Channels.open(address, credentials);
    try {
      LinkStream stream = open(channel);
      if (stream.awaitWelcome(WELCOME_MILLIS)) {
        LOG.log(Level.INFO, "{0} is connected to {1}.", provider(), address);
        watch(stream);
      } else {
        stream.end("It does not answer.");
      }
      String why = stream.awaitEnd(0).map(RpcErrors::reason).orElse("");
      LOG.log(Level.WARNING, "No connection to {0}: {1}", address, why);
    } finally {
      disconnect();
      connection = null;
      channel.shutdownNow();
    }
  }

  private LinkStream open(ManagedChannel channel) {
    if (receiver == null) {
      throw new IllegalStateException("The link has not been started.");
    }
    var stream = new LinkStream(receiver);
    // Before it begins, since the inbox may want to answer the first message at once.
    connection = new ServerConnection(stream, new MarketRpc(channel));
    stream.start(AgentsGrpc.newStub(channel));
    return stream;
  }

  /** As long as the stream lasts. */
  private void watch(LinkStream stream) throws InterruptedException {
    long sinceNanos = System.nanoTime();
    while (stream.awaitEnd(POLL_MILLIS).isEmpty()) {
      if (stream.stalledNanos() > MAX_STALLED_NANOS) {
        stream.end("The server takes nothing.");
      } else if (Instant.now().isAfter(credentials.renewalTime())
          && Instant.now().isAfter(nextRenewal)) {
        renew(stream);
      }
    }
    // One that ends soon again and again is no reason to come ever faster.
    if (System.nanoTime() - sinceNanos > TimeUnit.MILLISECONDS.toNanos(Backoff.MAX_MILLIS)) {
      backoff.reset();
    }
  }

  private void renew(LinkStream stream) {
    nextRenewal = Instant.now().plus(RENEWAL_RETRY_DELAY);
    try {
      Credentials renewed = rpc().renew();
      if (!renewed.provider().equals(provider())) {
        throw new MarketRefusedException("The new certificate is for " + renewed.provider() + ".");
      }
      renewed.store(settings.folder());
      credentials = renewed;
      nextRenewal = Instant.MIN;
      LOG.log(Level.INFO, "Renewed the certificate until {0}.", renewed.expiry());
      stream.end("The certificate was renewed.");
    } catch (RuntimeException e) {
      LOG.log(Level.WARNING, "{0} It is tried again.", e.getMessage());
    }
  }
}
