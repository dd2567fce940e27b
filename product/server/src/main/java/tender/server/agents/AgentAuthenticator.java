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
 * Authenticates agents by their client certificate and rejects calls without a certificate or with
 * a revoked one. TLS has already verified that the market's authority issued the certificate.
 */
final class AgentAuthenticator implements ServerInterceptor {
  private static final System.Logger LOG = System.getLogger(AgentAuthenticator.class.getName());
  private static final Context.Key<AgentIdentity> CALLER = Context.key("caller");

  /** The provider that calls, and its certificate. */
  record AgentIdentity(ProviderId provider, X509Certificate certificate) {}

  private final AgentHandler handler;

  AgentAuthenticator(AgentHandler handler) {
    this.handler = handler;
  }

  /** The identity of the current call. */
  static AgentIdentity caller() {
    AgentIdentity caller = CALLER.get();
    if (caller == null) {
      throw new IllegalStateException("The call was not authenticated.");
    }
    return caller;
  }

  @Override
  public <Q, R> ServerCall.Listener<Q> interceptCall(
      ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
    Status rejection;
    try {
      Optional<X509Certificate> certificate = certificate(call);
      if (certificate.isPresent()) {
        var caller = new AgentIdentity(ProviderSpiffeId.read(certificate.get()), certificate.get());
        // TLS has checked this as well, but a resumed session may be old.
        certificate.get().checkValidity();
        if (!isRevoked(caller)) {
          Context context = Context.current().withValue(CALLER, caller);
          return Contexts.interceptCall(context, call, headers, next);
        }
        LOG.log(Level.WARNING, "Agent rejected: certificate is revoked", caller.provider());
        rejection = revoked(caller.provider());
      } else {
        rejection =
            Status.UNAUTHENTICATED.withDescription(
                "The client certificate is missing. Enrol first.");
      }
    } catch (MalformedMessageException | CertificateException e) {
      rejection = Status.UNAUTHENTICATED.withDescription(e.getMessage());
    } catch (RuntimeException e) {
      rejection = AgentErrorMapper.toStatus(e);
    }
    call.close(rejection, new Metadata());
    return new ServerCall.Listener<>() {};
  }

  static Status revoked(ProviderId provider) {
    return Status.PERMISSION_DENIED.withDescription(
        "The certificate of " + provider + " is revoked. Contact the market's operator.");
  }

  boolean isRevoked(AgentIdentity caller) {
    return handler.isRevoked(caller.provider(), caller.certificate().getSerialNumber());
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
