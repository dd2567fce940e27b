package tender.agent.link;

import io.grpc.ChannelCredentials;
import io.grpc.Grpc;
import io.grpc.ManagedChannel;
import io.grpc.TlsChannelCredentials;
import io.grpc.netty.shaded.io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.shaded.io.grpc.netty.NettySslContextChannelCredentials;
import io.grpc.util.AdvancedTlsX509KeyManager;
import java.io.IOException;
import java.security.cert.X509Certificate;
import java.util.concurrent.TimeUnit;
import tender.bagfile.Digest;
import tender.protocol.PemBundle;
import tender.protocol.ProtocolLimits;

/** Opens connections to servers. */
final class Channels {
  /** gRPC's minimum. */
  private static final int KEEPALIVE_SECONDS = 10;

  /** A busy machine must not lose connections, because reconnecting would make it busier. */
  private static final int KEEPALIVE_TIMEOUT_SECONDS = 6;

  private Channels() {}

  /**
   * The TLS context of an enrolled agent. It is reused for all attempts to connect, because
   * creating one takes longer than an attempt.
   */
  static ChannelCredentials tls(Credentials credentials) {
    PemBundle pem = credentials.pem();
    // Not the key itself: Netty would encrypt it in a key store, which is slow on purpose.
    AdvancedTlsX509KeyManager key = new AdvancedTlsX509KeyManager();
    key.updateIdentityCredentials(new X509Certificate[] {pem.certificate()}, pem.key());
    try {
      return NettySslContextChannelCredentials.create(
          GrpcSslContexts.forClient().keyManager(key).trustManager(pem.authorities()).build());
    } catch (IOException e) {
      throw new IllegalStateException("The agent's certificate cannot be used.", e);
    }
  }

  /** For an agent that is not yet enrolled and knows only the authority's fingerprint. */
  static ManagedChannel open(ServerAddress address, Digest authority) {
    return open(
        address,
        TlsChannelCredentials.newBuilder()
            .trustManager(new FingerprintTrustManager(authority))
            .build());
  }

  /** With a TLS context of {@link #tls}. */
  static ManagedChannel open(ServerAddress address, ChannelCredentials credentials) {
    return Grpc.newChannelBuilderForAddress(address.host(), address.port(), credentials)
        .executor(Thread::startVirtualThread)
        .disableRetry()
        .keepAliveTime(KEEPALIVE_SECONDS, TimeUnit.SECONDS)
        .keepAliveTimeout(KEEPALIVE_TIMEOUT_SECONDS, TimeUnit.SECONDS)
        .maxInboundMessageSize(ProtocolLimits.MAX_MESSAGE_BYTES)
        .build();
  }
}
