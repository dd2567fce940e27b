package tender.server.agents;

import io.grpc.Attributes;
import io.grpc.Grpc;
import io.grpc.ServerTransportFilter;
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
 * verified certificate, before any TLS.
 */
final class LimitedServerChannel extends NioServerSocketChannel {
  private final ConnectionLimiter limiter;

  LimitedServerChannel(ConnectionLimiter limiter) {
    this.limiter = limiter;
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

  /** Stops counting connections whose peer has a certificate of the market. */
  static ServerTransportFilter releasing(ConnectionLimiter limiter) {
    return new ServerTransportFilter() {
      @Override
      public Attributes transportReady(Attributes attributes) {
        if (attributes.get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR) instanceof InetSocketAddress peer
            && hasCertificate(attributes.get(Grpc.TRANSPORT_ATTR_SSL_SESSION))) {
          limiter.release(peer);
        }
        return attributes;
      }
    };
  }

  private static boolean hasCertificate(@Nullable SSLSession session) {
    try {
      return session != null && session.getPeerCertificates().length > 0;
    } catch (SSLPeerUnverifiedException e) {
      return false;
    }
  }
}
