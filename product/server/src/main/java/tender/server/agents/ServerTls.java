package tender.server.agents;

import io.grpc.ServerCredentials;
import io.grpc.netty.shaded.io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.shaded.io.grpc.netty.NettySslContextServerCredentials;
import io.grpc.netty.shaded.io.netty.handler.ssl.ClientAuth;
import io.grpc.netty.shaded.io.netty.handler.ssl.OpenSslSessionContext;
import io.grpc.netty.shaded.io.netty.handler.ssl.OpenSslSessionTicketKey;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContext;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContextBuilder;
import io.grpc.util.AdvancedTlsX509KeyManager;
import io.grpc.util.AdvancedTlsX509TrustManager;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import tender.protocol.PemBundle;
import tender.server.agents.certificates.Authorities;
import tender.server.agents.certificates.CertificateAuthority;

/**
 * TLS of the endpoint for agents. An agent that was connected to the same address within the last
 * day resumes its session: neither side verifies signatures again. When thousands of agents connect
 * to a server that has just started, verifying takes most of its time, because its code is not
 * compiled yet. The keys of the session tickets follow from the authority's key, so that all
 * servers know them, also after a restart; they change every day. Whether a certificate is revoked
 * or has expired is checked at every call.
 */
final class ServerTls {
  private static final Duration OWN_CERTIFICATE_VALIDITY = Duration.ofDays(30);
  private static final String TICKET_PURPOSE = "session tickets of agents, day ";

  private final List<String> names;
  private final AdvancedTlsX509KeyManager ownKey = new AdvancedTlsX509KeyManager();
  private final AdvancedTlsX509TrustManager accepted;
  private final SslContext context;

  /** Presented to agents. */
  private CertificateAuthority authority;

  private Instant renewOwnKeyAt = Instant.MIN;
  private LocalDate ticketDay = LocalDate.MIN;

  /**
   * @param names of this server, for its own certificate
   */
  ServerTls(Authorities authorities, List<String> names) {
    authority = authorities.current();
    this.names = names;
    try {
      accepted = AdvancedTlsX509TrustManager.newBuilder().build();
      accept(authorities);
      context =
          GrpcSslContexts.configure(SslContextBuilder.forServer(ownKey))
              .trustManager(accepted)
              .clientAuth(ClientAuth.OPTIONAL)
              .build();
    } catch (IOException | CertificateException e) {
      throw new IllegalStateException("The certificate of the authority is invalid.", e);
    }
    renew();
  }

  /** Uses other authorities from the next handshake on. Sessions of a replaced one end. */
  synchronized void change(Authorities authorities) {
    accept(authorities);
    if (!authorities.current().fingerprint().equals(authority.fingerprint())) {
      authority = authorities.current();
      renewOwnKeyAt = Instant.MIN;
      ticketDay = LocalDate.MIN;
    }
    renew();
  }

  private void accept(Authorities authorities) {
    try {
      accepted.updateTrustCredentials(authorities.accepted().toArray(X509Certificate[]::new));
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalStateException("The certificate of the authority is invalid.", e);
    }
  }

  ServerCredentials credentials() {
    return NettySslContextServerCredentials.create(context);
  }

  /** How many connections have resumed a session. */
  long resumedSessions() {
    return tickets().map(tickets -> tickets.stats().ticketKeyResume()).orElse(0L);
  }

  /** Renews this server's certificate after half of its validity, and the ticket keys each day. */
  synchronized void renew() {
    Instant now = Instant.now();
    if (!now.isBefore(renewOwnKeyAt)) {
      renewOwnKey();
      renewOwnKeyAt = now.plus(OWN_CERTIFICATE_VALIDITY.dividedBy(2));
    }
    LocalDate today = LocalDate.ofInstant(now, ZoneOffset.UTC);
    if (!today.equals(ticketDay)) {
      tickets().ifPresent(tickets -> tickets.setTicketKeys(ticketKeys(today)));
      ticketDay = today;
    }
  }

  private void renewOwnKey() {
    PemBundle own = authority.issueServer(names, OWN_CERTIFICATE_VALIDITY);
    // Includes the authority's certificate for agents that know only its fingerprint.
    X509Certificate[] chain = {own.certificate(), authority.certificate()};
    try {
      ownKey.updateIdentityCredentials(chain, own.key());
    } catch (IllegalArgumentException e) {
      throw new IllegalStateException("The server's own certificate is invalid.", e);
    }
  }

  /**
   * Empty where Netty has no native TLS: the JDK's implementation cannot share its ticket keys, so
   * that agents make full handshakes there.
   */
  private Optional<OpenSslSessionContext> tickets() {
    return context.sessionContext() instanceof OpenSslSessionContext sessions
        ? Optional.of(sessions)
        : Optional.empty();
  }

  /**
   * New tickets use the first key. Those of yesterday are accepted, and those of a server on whose
   * clock it is already tomorrow.
   */
  private OpenSslSessionTicketKey[] ticketKeys(LocalDate today) {
    return LongStream.of(0, -1, 1)
        .mapToObj(days -> ticketKey(today.plusDays(days)))
        .toArray(OpenSslSessionTicketKey[]::new);
  }

  private OpenSslSessionTicketKey ticketKey(LocalDate day) {
    byte[] bytes =
        authority.deriveSecret(TICKET_PURPOSE + day, OpenSslSessionTicketKey.TICKET_KEY_SIZE);
    int hmacEnd = OpenSslSessionTicketKey.NAME_SIZE + OpenSslSessionTicketKey.HMAC_KEY_SIZE;
    return new OpenSslSessionTicketKey(
        Arrays.copyOf(bytes, OpenSslSessionTicketKey.NAME_SIZE),
        Arrays.copyOfRange(bytes, OpenSslSessionTicketKey.NAME_SIZE, hmacEnd),
        Arrays.copyOfRange(bytes, hmacEnd, bytes.length));
  }
}
