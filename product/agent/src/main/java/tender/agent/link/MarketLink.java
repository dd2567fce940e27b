package tender.agent.link;

import io.grpc.ChannelCredentials;
import io.grpc.ManagedChannel;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tender.bagfile.Digest;
import tender.bagfile.RelativePath;
import tender.bagfile.results.TaskOutcome;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.model.BagId;
import tender.core.model.ProviderId;
import tender.protocol.BagDescription;
import tender.protocol.KeptOutputPiece;
import tender.protocol.KeptOutputRequest;
import tender.protocol.MessageCodec;
import tender.protocol.RetryDelay;
import tender.protocol.v1.AgentsGrpc;
import tender.protocol.v1.Wire;
import tender.support.transfer.StoreClient;

/**
 * The agent's link to the market. It keeps a stream open to one of the market's servers, reconnects
 * to that or another one when the stream breaks, and renews the agent's certificate in time. The
 * site needs no open port, because the agent connects to the server.
 */
public final class MarketLink implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(MarketLink.class.getName());

  /** More than the 10 s for which TLS waits for a busy server to begin the handshake. */
  private static final long WELCOME_MILLIS = 20_000;

  private static final long POLL_MILLIS = 1_000;

  /** How often an agent comes back to a busy server before it tries the next one. */
  private static final int MAX_ADVISED_RETRIES = 5;

  private static final long MAX_STALLED_NANOS = TimeUnit.SECONDS.toNanos(10);
  private static final Duration RENEWAL_RETRY_DELAY = Duration.ofMinutes(1);

  /** A server that asks for renewals again and again must not keep the agent busy with them. */
  private static final Duration REPEATED_RENEWAL_DELAY = Duration.ofSeconds(10);

  /** A connection that is open or being opened. */
  private record ServerConnection(LinkStream stream, MarketRpc rpc) {}

  private final LinkSettings settings;
  private final List<ServerAddress> addresses;
  private final RestoreEpoch epoch;
  private final StoreClient store = new StoreClient(Optional.empty());
  private final BlobFetcher blobs = new BlobFetcher(store, this::rpc);
  private final OutputUploader outputs = new OutputUploader(store, this::rpc);
  private final Backoff backoff = new Backoff(new SplittableRandom());
  private final Thread thread = Thread.ofVirtual().name("link").unstarted(this::run);
  private volatile Credentials credentials;
  private volatile ChannelCredentials tls;
  private volatile @Nullable ServerConnection connection;
  private @Nullable MessageReceiver receiver;
  private Instant nextRenewal = Instant.MIN;

  /** Reads the agent's identity from its folder. Connects only after {@link #start}. */
  public MarketLink(LinkSettings settings) {
    this.settings = settings;
    epoch = new RestoreEpoch(settings.folder());
    credentials = Credentials.load(settings.folder());
    tls = Channels.tls(credentials);
    // Distributes the agents of a market over its servers.
    var shuffled = new ArrayList<>(settings.addresses());
    Collections.shuffle(shuffled);
    addresses = List.copyOf(shuffled);
  }

  /** The provider named in the agent's certificate. */
  public ProviderId provider() {
    return credentials.provider();
  }

  /** When the agent's certificate expires. */
  public Instant certificateExpiry() {
    return credentials.expiry();
  }

  /** Connects, and passes received messages to the handler. */
  public MarketLink start(MessageHandler handler) {
    receiver = new MessageReceiver(handler);
    receiver.start();
    thread.start();
    return this;
  }

  /** Sends a message to the market. Never blocks; the message is dropped while disconnected. */
  public void send(Message.ToMetascheduler message) {
    ServerConnection current = connection;
    if (current != null) {
      current.stream().send(message, MessageCodec.toWire(message));
    }
  }

  /** Publishes free slots to the auction. Never blocks; dropped while disconnected. */
  public void publish(Message.SlotsPublished published) {
    ServerConnection current = connection;
    if (current != null) {
      current.stream().send(published, MessageCodec.toWire(published));
    }
  }

  /** Reports failed attempts. Never blocks; dropped while disconnected. */
  public void report(Message.AttemptsFailed report) {
    ServerConnection current = connection;
    if (current != null) {
      current.stream().send(report, MessageCodec.toWire(report));
    }
  }

  public boolean isConnected() {
    ServerConnection current = connection;
    return current != null && current.stream().isUp();
  }

  /** The work order of a bag, and its user. */
  public BagDescription describe(BagId bag) {
    return rpc().describe(bag);
  }

  /**
   * Fetches one of a bag's files. When this returns, the file is complete and has this digest; when
   * it throws, there is no file.
   */
  public void fetch(BagId bag, Digest digest, Path to) {
    blobs.fetch(bag, digest, to);
  }

  /**
   * Sends a large output to the market's object store. Returns false if it must be handled in
   * another way.
   */
  public boolean storeOutput(
      ReservationId id, int taskIndex, RelativePath path, FileChannel content, long bytes)
      throws IOException {
    return outputs.store(id, taskIndex, path, content, bytes);
  }

  /** Delivers the results of ended tasks; when this returns, the market has stored them. */
  public void deliver(ReservationId id, List<TaskOutcome> outcomes, Path pack) {
    rpc().deliver(id, outcomes, pack);
  }

  /** The kept outputs that users wait for. */
  public List<KeptOutputRequest> keptOutputRequests() {
    return rpc().keptOutputRequests();
  }

  /** Sends a piece of a kept output; when this returns, the market has stored it. */
  public void sendKeptOutput(KeptOutputPiece piece) {
    rpc().deliver(MessageCodec.toWire(piece));
  }

  /** The provider does not have the requested file. */
  public void keptOutputUnavailable(long request) {
    rpc()
        .deliver(
            Wire.KeptOutputPiece.newBuilder().setRequest(request).setUnavailable(true).build());
  }

  /** A page of the deleted bags whose data this agent must delete. */
  public List<BagId> deletedBags(String after) {
    return rpc().deletedBags(after);
  }

  /** The agent holds no data of these bags. */
  public void confirmDeleted(List<BagId> bags) {
    rpc().confirmDeleted(bags);
  }

  /** Drops the connection, as if it had failed. */
  public void disconnect() {
    ServerConnection current = connection;
    if (current != null) {
      current.stream().end("The connection was dropped by the agent.");
    }
  }

  @Override
  public void close() {
    thread.interrupt();
    store.close();
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
      throw new MarketUnavailableException("The agent is not connected to the market.");
    }
    return current.rpc();
  }

  private void run() {
    try {
      for (int attempt = 0; ; attempt++) {
        ServerAddress address = addresses.get(attempt % addresses.size());
        boolean isListening = true;
        try {
          isListening = connect(address);
        } catch (RuntimeException e) {
          LOG.log(Level.ERROR, "Link to the server failed: server=" + address, e);
        }
        Thread.sleep(backoff.nextMillis(isListening));
      }
    } catch (InterruptedException e) {
      // The link is closed.
    }
  }

  /** Opens one connection and waits until it ends; returns whether a server listened. */
  private boolean connect(ServerAddress address) throws InterruptedException {
    if (Instant.now().isAfter(credentials.expiry())) {
      LOG.log(
          Level.ERROR,
          "The agent's certificate has expired; enrol the agent again: expiry={0}",
          credentials.expiry(),
          provider());
    }
    ManagedChannel channel = Channels.open(address, tls);
    try {
      Optional<Throwable> failure = open(channel, address);
      // On the same connection, because its TLS handshake would cost the server more than the call.
      for (int i = 0; i < MAX_ADVISED_RETRIES && awaitAdvised(failure, address); i++) {
        failure = open(channel, address);
      }
      String reason = failure.map(RpcErrors::reason).orElse("");
      LOG.log(Level.WARNING, "Not connected; will retry: server={0}, cause={1}", address, reason);
      return failure.stream().noneMatch(RpcErrors::isNotListening);
    } finally {
      disconnect();
      connection = null;
      channel.shutdownNow();
    }
  }

  /** Opens a stream and waits until it ends; returns the reason. */
  private Optional<Throwable> open(ManagedChannel channel, ServerAddress address)
      throws InterruptedException {
    MessageReceiver started = startedReceiver();
    LinkStream stream = startStream(channel, started);
    if (stream.awaitWelcome(WELCOME_MILLIS)) {
      LOG.log(Level.INFO, "Connected to the market: server={0}", address, provider());
      if (stream.mustReconcile()) {
        reconcile(stream, started.handler());
      } else {
        watch(stream);
      }
    } else {
      stream.end("The server did not send Welcome in time.");
    }
    return stream.awaitEnd(0);
  }

  /** Reports the journal; the next stream takes part in the market again. */
  private void reconcile(LinkStream stream, MessageHandler handler) {
    LOG.log(
        Level.WARNING,
        "The market's database was restored to an earlier time; reporting the journal: epoch={0}",
        String.valueOf(stream.serverEpoch()),
        provider());
    try {
      handler.reconcile(stream.serverEpoch(), report -> rpc().reconcile(report));
      epoch.store(stream.serverEpoch());
      stream.end("The journal was reconciled.");
    } catch (RuntimeException e) {
      LOG.log(Level.WARNING, "Reconciliation failed; will retry: cause={0}", e.getMessage());
      stream.end("The journal was not reconciled.");
    }
  }

  /** If a busy server has named a delay, waits for it. */
  private boolean awaitAdvised(Optional<Throwable> failure, ServerAddress address)
      throws InterruptedException {
    OptionalLong advised =
        failure.isPresent() ? RetryDelay.millis(failure.get()) : OptionalLong.empty();
    if (advised.isEmpty()) {
      return false;
    }
    long millis = backoff.advisedMillis(advised.getAsLong());
    LOG.log(
        Level.INFO,
        "The server is busy and asks the agent to connect later: server={0}, delayMillis={1}",
        address,
        String.valueOf(millis));
    Thread.sleep(millis);
    return true;
  }

  private MessageReceiver startedReceiver() {
    if (receiver == null) {
      throw new IllegalStateException("The link was not started.");
    }
    return receiver;
  }

  private LinkStream startStream(ManagedChannel channel, MessageReceiver started) {
    var stream = new LinkStream(started, epoch.read(), credentials.pem().authorities());
    // Before the stream starts, because the handler may answer the first message immediately.
    connection = new ServerConnection(stream, new MarketRpc(channel, credentials.authorityKey()));
    stream.start(AgentsGrpc.newStub(channel));
    return stream;
  }

  /** Returns when the stream has ended. */
  private void watch(LinkStream stream) throws InterruptedException {
    long sinceNanos = System.nanoTime();
    while (stream.awaitEnd(POLL_MILLIS).isEmpty()) {
      if (stream.stalledNanos() > MAX_STALLED_NANOS) {
        stream.end("The server accepts no messages.");
      } else if ((stream.isRenewalRequested() || Instant.now().isAfter(credentials.renewalTime()))
          && Instant.now().isAfter(nextRenewal)) {
        renew(stream);
      }
    }
    // Streams that keep ending quickly must not reset the backoff.
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
      tls = Channels.tls(renewed);
      nextRenewal = Instant.now().plus(REPEATED_RENEWAL_DELAY);
      LOG.log(Level.INFO, "Certificate renewed: expiry={0}", renewed.expiry());
      stream.end("The certificate was renewed.");
    } catch (RuntimeException e) {
      LOG.log(Level.WARNING, "Certificate renewal failed; will retry: cause={0}", e.getMessage());
    }
  }
}
