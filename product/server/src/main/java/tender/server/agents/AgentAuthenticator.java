package tender.server.agents;

import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import java.lang.System.Logger.Level;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.Optional;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import tender.core.model.ProviderId;
import tender.protocol.MalformedMessageException;
import tender.protocol.ProviderSpiffeId;

/**
 * Finds out who calls, by the certificate that the caller has proved to hold, and turns away who
 * has none or a revoked one. That it is of our authority, TLS has seen to before.
 */
final class AgentAuthenticator implements ServerInterceptor {
  private static final System.Logger LOG = System.getLogger(AgentAuthenticator.class.getName());
  private static final Context.Key<AgentIdentity> CALLER = Context.key("caller");

  /** Who calls, and with which certificate. */
  record AgentIdentity(ProviderId provider, X509Certificate certificate) {}

  private final AgentHandler counterpart;

  AgentAuthenticator(AgentHandler counterpart) {
    this.counterpart = counterpart;
  }

  /** Who called the method that runs now. */
  static AgentIdentity caller() {
    AgentIdentity caller = CALLER.get();
    if (caller == null) {
      throw new IllegalStateException("A method was called past the check of identity.");
    }
    return caller;
  }

  @Override
  public <Q, R> ServerCall.Listener<Q> interceptCall(
      ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
    Status refusal;
    try {
      Optional<X509Certificate> certificate = certificate(call);
      if (certificate.isPresent()) {
        var caller = new AgentIdentity(ProviderSpiffeId.read(certificate.get()), certificate.get());
        // TLS has seen to that too, but perhaps long ago: a session can be resumed.
        certificate.get().checkValidity();
        if (!isRevoked(caller)) {
          Context context = Context.current().withValue(CALLER, caller);
          return Contexts.interceptCall(context, call, headers, next);
        }
        LOG.log(Level.WARNING, "Turned away {0}: its certificate is revoked.", caller.provider());
        refusal = revoked(caller.provider());
      } else {
        refusal = Status.UNAUTHENTICATED.withDescription("No certificate was shown. Enrol first.");
      }
    } catch (MalformedMessageException | CertificateException e) {
      refusal = Status.UNAUTHENTICATED.withDescription(e.getMessage());
    } catch (RuntimeException e) {
      refusal = AgentErrorMapper.toStatus(e);
    }
    call.close(refusal, new Metadata());
    return new ServerCall.Listener<>() {};
  }

  static Status revoked(ProviderId provider) {
    return Status.PERMISSION_DENIED.withDescription(
        "The certificate of " + provider + " is revoked. Ask the market's operator.");
  }

  boolean isRevoked(AgentIdentity caller) {
    return counterpart.isRevoked(caller.provider(), caller.certificate().getSerialNumber());
  }

  private static Optional<X509Certificate> certificate(ServerCall<?, ?> call) {
    SSLSession session = call.getAttributes().get(Grpc.TRANSPORT_ATTR_SSL_SESSION);
    if (session == null) {
      return Optional.empty();
    }
    try {
      Certificate first = session.getPeerCertificates()[0];
      return first instanceof X509Certificate x509 ? Optional.of(x509) : Optional.empty();
    } catch (SSLPeerUnverifiedException none) {
      return Optional.empty();
    }
  }
}
