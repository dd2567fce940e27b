package tender.agent.link;

import io.grpc.ChannelCredentials;
import io.grpc.Grpc;
import io.grpc.ManagedChannel;
import io.grpc.TlsChannelCredentials;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import tender.bagfile.Digest;
import tender.protocol.PemBundle;
import tender.protocol.ProtocolLimits;

/** Opens connections to servers. */
final class Channels {
  /** gRPC's minimum. */
  private static final int KEEPALIVE_SECONDS = 10;

  private static final int KEEPALIVE_TIMEOUT_SECONDS = 3;

  private Channels() {}

  /** For an enrolled agent. */
  static ManagedChannel open(ServerAddress address, Credentials credentials) {
    PemBundle pem = credentials.pem();
    String authorities =
        pem.authorities().stream().map(PemBundle::text).collect(Collectors.joining());
    try {
      return open(
          address,
          TlsChannelCredentials.newBuilder()
              .keyManager(stream(PemBundle.text(pem.certificate())), stream(pem.keyText()))
              .trustManager(stream(authorities))
              .build());
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

  private static ManagedChannel open(ServerAddress address, ChannelCredentials credentials) {
    return Grpc.newChannelBuilderForAddress(address.host(), address.port(), credentials)
        .executor(Thread::startVirtualThread)
        .disableRetry()
        .keepAliveTime(KEEPALIVE_SECONDS, TimeUnit.SECONDS)
        .keepAliveTimeout(KEEPALIVE_TIMEOUT_SECONDS, TimeUnit.SECONDS)
        .maxInboundMessageSize(ProtocolLimits.MAX_MESSAGE_BYTES)
        .build();
  }

  private static ByteArrayInputStream stream(String text) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.US_ASCII));
  }
}
