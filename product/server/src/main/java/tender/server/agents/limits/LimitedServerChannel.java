package tender.server.agents.limits;

import io.grpc.Attributes;
import io.grpc.Grpc;
import io.grpc.ServerTransportFilter;
import io.grpc.netty.shaded.io.netty.channel.ChannelFactory;
import io.grpc.netty.shaded.io.netty.channel.socket.SocketChannel;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioServerSocketChannel;
import java.net.InetSocketAddress;
import java.util.List;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;
import tender.support.http.ConnectionLimiter;

/**
 * Accepts connections of agents, and closes those of an address that has too many without a
 * verified certificate, before any TLS. It does the same while too many connections of all
 * addresses are in the TLS handshake. If they waited instead, their agents would give up before
 * their turn, and a server to which thousands of agents connect would spend its time on handshakes
 * that no agent finishes.
 */
public final class LimitedServerChannel extends NioServerSocketChannel {
  private final ConnectionLimiter limiter;

  private LimitedServerChannel(ConnectionLimiter limiter) {
    this.limiter = limiter;
  }

  /** Creates the channel of a server, and releases connections that were authenticated. */
  public static final class Factory extends ServerTransportFilter
      implements ChannelFactory<LimitedServerChannel> {
    private final ConnectionLimiter limiter;

    public Factory(ConnectionLimiter limiter) {
      this.limiter = limiter;
    }

    @Override
    public LimitedServerChannel newChannel() {
      return new LimitedServerChannel(limiter);
    }

    /** Stops counting connections whose peer has a certificate of the market. */
    @Override
    public Attributes transportReady(Attributes attributes) {
      if (attributes.get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR) instanceof InetSocketAddress peer
          && hasCertificate(attributes.get(Grpc.TRANSPORT_ATTR_SSL_SESSION))) {
        limiter.release(peer);
      }
      return attributes;
    }
  }

  @Override
  protected int doReadMessages(List<Object> accepted) throws Exception {
    int first = accepted.size();
    int count = super.doReadMessages(accepted);
    for (int i = accepted.size() - 1; i >= first; i--) {
      SocketChannel channel = (SocketChannel) accepted.get(i);
      InetSocketAddress peer = channel.remoteAddress();
      if (peer != null && limiter.tryAcquire(peer)) {
        var _ = channel.closeFuture().addListener(closed -> limiter.release(peer));
      } else {
        accepted.remove(i);
        channel.unsafe().closeForcibly();
      }
    }
    // Not less than were accepted, because a smaller number would end the loop that accepts.
    return count;
  }

  private static boolean hasCertificate(@Nullable SSLSession session) {
    try {
      return session != null && session.getPeerCertificates().length > 0;
    } catch (SSLPeerUnverifiedException e) {
      return false;
    }
  }
}
