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
import tender.protocol.Messages;
import tender.protocol.v1.AgentsGrpc;
import tender.work.Digest;
import tender.work.Outcome;
import tender.work.WorkOrder;

/**
 * The agent's link to the market. It keeps a stream to one of the market's servers open and comes
 * again, to that or another one, whenever it breaks; it renews the agent's certificate in time. It
 * needs no open port at the site: the agent dials out.
 */
public final class MarketLink implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(MarketLink.class.getName());
  private static final long WELCOME_MILLIS = 10_000;
  private static final long LOOK_MILLIS = 500;
  private static final long MOST_STALLED_NANOS = TimeUnit.SECONDS.toNanos(10);
  private static final Duration RENEWAL_PAUSE = Duration.ofMinutes(1);

  /** A connection that stands, or is about to. */
  private record Connection(LinkStream stream, MarketCalls calls) {}

  private final LinkSettings settings;
  private final List<Address> addresses;
  private final Backoff backoff = new Backoff(new SplittableRandom());
  private final Thread thread = Thread.ofVirtual().name("link").unstarted(this::run);
  private volatile Credentials credentials;
  private volatile @Nullable Connection connection;
  private @Nullable Reception reception;
  private Instant noRenewalBefore = Instant.MIN;

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
  public Instant certificateEnds() {
    return credentials.notAfter();
  }

  /** Connects from now on, and hands what comes to the inbox. */
  public MarketLink start(Inbox inbox) {
    reception = new Reception(inbox);
    reception.start();
    thread.start();
    return this;
  }

  /** Says something to the market. Never blocks; dropped while there is no connection. */
  public void send(Message.ToMetascheduler message) {
    Connection current = connection;
    if (current != null) {
      current.stream().send(message, Messages.toWire(message));
    }
  }

  /** Tells the auction what stands free. Never blocks; dropped while there is no connection. */
  public void publish(Message.Published published) {
    Connection current = connection;
    if (current != null) {
      current.stream().send(published, Messages.toWire(published));
    }
  }

  public boolean isConnected() {
    Connection current = connection;
    return current != null && current.stream().isUp();
  }

  /** What the tasks of a bag are. */
  public WorkOrder describe(BagId bag) {
    return calls().describe(bag);
  }

  /**
   * Fetches one of a bag's files to this place. It is there, whole and with this digest, when this
   * returns, and nothing is there when this throws.
   */
  public void fetch(BagId bag, Digest digest, Path to) {
    calls().fetch(bag, digest, to);
  }

  /** Hands over what ended tasks have left behind; the market has stored it when this returns. */
  public void deliver(ReservationId id, List<Outcome> outcomes, Path pack) {
    calls().deliver(id, outcomes, pack);
  }

  /** Drops the connection, as if it had broken. */
  public void cut() {
    Connection current = connection;
    if (current != null) {
      current.stream().end("The connection was cut.");
    }
  }

  @Override
  public void close() {
    thread.interrupt();
    try {
      thread.join();
      if (reception != null) {
        reception.stop();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private MarketCalls calls() {
    Connection current = connection;
    if (current == null || !current.stream().isUp()) {
      throw new MarketUnreachable("There is no connection to the market now.");
    }
    return current.calls();
  }

  private void run() {
    try {
      for (int attempt = 0; ; attempt++) {
        Address address = addresses.get(attempt % addresses.size());
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
  private void connect(Address address) throws InterruptedException {
    if (Instant.now().isAfter(credentials.notAfter())) {
      LOG.log(
          Level.ERROR,
          "The certificate of {0} has expired at {1}. Enrol the agent again.",
          provider(),
          credentials.notAfter());
    }
    ManagedChannel channel = Channels.open(address, credentials);
    try {
      LinkStream stream = open(channel);
      if (stream.awaitWelcome(WELCOME_MILLIS)) {
        LOG.log(Level.INFO, "{0} is connected to {1}.", provider(), address);
        stay(stream);
      } else {
        stream.end("It does not answer.");
      }
      String why = stream.awaitEnd(0).map(Answers::why).orElse("");
      LOG.log(Level.WARNING, "No connection to {0}: {1}", address, why);
    } finally {
      cut();
      connection = null;
      channel.shutdownNow();
    }
  }

  private LinkStream open(ManagedChannel channel) {
    if (reception == null) {
      throw new IllegalStateException("The link has not been started.");
    }
    var stream = new LinkStream(reception);
    // Before it begins, since the inbox may want to answer the first message at once.
    connection = new Connection(stream, new MarketCalls(channel));
    stream.start(AgentsGrpc.newStub(channel));
    return stream;
  }

  /** As long as the stream lasts. */
  private void stay(LinkStream stream) throws InterruptedException {
    long sinceNanos = System.nanoTime();
    while (stream.awaitEnd(LOOK_MILLIS).isEmpty()) {
      if (stream.stalledNanos() > MOST_STALLED_NANOS) {
        stream.end("The server takes nothing.");
      } else if (Instant.now().isAfter(credentials.renewAt())
          && Instant.now().isAfter(noRenewalBefore)) {
        renew(stream);
      }
    }
    // One that ends soon again and again is no reason to come ever faster.
    if (System.nanoTime() - sinceNanos > TimeUnit.MILLISECONDS.toNanos(Backoff.MOST_MILLIS)) {
      backoff.reset();
    }
  }

  private void renew(LinkStream stream) {
    noRenewalBefore = Instant.now().plus(RENEWAL_PAUSE);
    try {
      Credentials renewed = calls().renew();
      if (!renewed.provider().equals(provider())) {
        throw new MarketRefused("The new certificate is for " + renewed.provider() + ".");
      }
      renewed.store(settings.folder());
      credentials = renewed;
      noRenewalBefore = Instant.MIN;
      LOG.log(Level.INFO, "Renewed the certificate until {0}.", renewed.notAfter());
      stream.end("The certificate was renewed.");
    } catch (RuntimeException e) {
      LOG.log(Level.WARNING, "{0} It is tried again.", e.getMessage());
    }
  }
}
