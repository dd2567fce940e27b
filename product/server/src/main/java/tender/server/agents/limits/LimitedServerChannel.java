package tender.server.agents.limits;

import io.grpc.Attributes;
import io.grpc.Grpc;
import io.grpc.ServerTransportFilter;
import io.grpc.netty.shaded.io.netty.channel.ChannelFactory;
import io.grpc.netty.shaded.io.netty.channel.socket.SocketChannel;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioServerSocketChannel;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;
import tender.support.http.ConnectionLimiter;

/**
 * Accepts connections of agents, and closes those of an address that has too many without a
 * verified certificate, before any TLS. While many connections are in the TLS handshake, further
 * ones wait in a {@link HandshakeQueue}, as sockets that nothing reads.
 */
public final class LimitedServerChannel extends NioServerSocketChannel {
  private final ConnectionLimiter limiter;
  private final HandshakeQueue<SocketChannel> handshakes;

  private LimitedServerChannel(
      ConnectionLimiter limiter, HandshakeQueue<SocketChannel> handshakes) {
    this.limiter = limiter;
    this.handshakes = handshakes;
  }

  /** Creates the channel of a server, and releases connections that were authenticated. */
  public static final class Factory extends ServerTransportFilter
      implements ChannelFactory<LimitedServerChannel> {
    private final ConnectionLimiter limiter;
    private final HandshakeQueue<SocketChannel> handshakes =
        new HandshakeQueue<>(
            ConnectionLimits.MAX_HANDSHAKES, ConnectionLimits.MAX_HANDSHAKE_WAIT.toNanos());
    private volatile @Nullable LimitedServerChannel channel;

    public Factory(ConnectionLimiter limiter) {
      this.limiter = limiter;
    }

    @Override
    public LimitedServerChannel newChannel() {
      var created = new LimitedServerChannel(limiter, handshakes);
      channel = created;
      return created;
    }

    /** Stops counting connections whose peer has a certificate of the market. */
    @Override
    public Attributes transportReady(Attributes attributes) {
      LimitedServerChannel current = channel;
      if (current != null
          && attributes.get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR) instanceof InetSocketAddress peer
          && hasCertificate(attributes.get(Grpc.TRANSPORT_ATTR_SSL_SESSION))) {
        current.release(peer);
      }
      return attributes;
    }
  }

  @Override
  protected int doReadMessages(List<Object> accepted) throws Exception {
    int first = accepted.size();
    int count = super.doReadMessages(accepted);
    List<Object> arrived = accepted.subList(first, accepted.size());
    for (Object one : arrived) {
      SocketChannel connection = (SocketChannel) one;
      InetSocketAddress peer = connection.remoteAddress();
      if (peer != null && limiter.tryAcquire(peer)) {
        handshakes.accepted(connection, peer, System.nanoTime());
      } else {
        connection.unsafe().closeForcibly();
      }
    }
    arrived.clear();
    accepted.addAll(nextInTurn());
    // Not less than were accepted, because a smaller number would end the loop that accepts.
    return count;
  }

  /** The connections that begin their handshake now. */
  private List<SocketChannel> nextInTurn() {
    HandshakeQueue.Turn<SocketChannel> turn = handshakes.next(System.nanoTime());
    turn.close().forEach(this::discard);
    for (SocketChannel connection : turn.begin()) {
      InetSocketAddress peer = connection.remoteAddress();
      var _ = connection.closeFuture().addListener(closed -> release(peer));
    }
    return turn.begin();
  }

  /** A connection was authenticated or has ended; others may begin. */
  private void release(InetSocketAddress peer) {
    limiter.release(peer);
    if (handshakes.ended(peer)) {
      try {
        eventLoop().execute(this::beginNext);
      } catch (RejectedExecutionException closing) {
        // The server accepts no more connections.
      }
    }
  }

  private void beginNext() {
    if (isActive()) {
      List<SocketChannel> begin = nextInTurn();
      begin.forEach(pipeline()::fireChannelRead);
      if (!begin.isEmpty()) {
        pipeline().fireChannelReadComplete();
      }
    }
  }

  @Override
  protected void doClose() throws Exception {
    super.doClose();
    handshakes.clear().forEach(this::discard);
  }

  private void discard(SocketChannel connection) {
    InetSocketAddress peer = connection.remoteAddress();
    if (peer != null) {
      limiter.release(peer);
    }
    connection.unsafe().closeForcibly();
  }

  private static boolean hasCertificate(@Nullable SSLSession session) {
    try {
      return session != null && session.getPeerCertificates().length > 0;
    } catch (SSLPeerUnverifiedException e) {
      return false;
    }
  }
}
