package tender.server.agents;

import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import java.math.BigInteger;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import tender.core.model.ProviderId;
import tender.protocol.MalformedMessageException;
import tender.protocol.ProviderSpiffeId;
import tender.protocol.RetryDelay;
import tender.protocol.v1.AgentsGrpc;
import tender.server.agents.certificates.AgentCertificates;
import tender.server.agents.limits.RegistrationLimiter;
import tender.server.agents.rejection.AgentErrorMapper;
import tender.server.agents.rejection.AgentRejection;

/**
 * Authenticates agents by their client certificate and rejects calls without a certificate or with
 * an invalid one. TLS has already verified that the market's authority issued the certificate.
 */
final class AgentAuthenticator implements ServerInterceptor {
  private static final Context.Key<AgentIdentity> CALLER = Context.key("caller");
  private static final Status BUSY =
      Status.RESOURCE_EXHAUSTED.withDescription(
          "Too many agents connect at the same time. Retry after the given delay.");

  /**
   * The provider that calls, its certificate and its network address.
   *
   * @param peer for messages only
   * @param address without the port
   */
  record AgentIdentity(
      ProviderId provider, X509Certificate certificate, String peer, String address) {
    BigInteger serial() {
      return certificate.getSerialNumber();
    }
  }

  private final AgentCertificates certificates;
  private final AgentHandler handler;
  private final RegistrationLimiter registrations;

  AgentAuthenticator(
      AgentCertificates certificates, AgentHandler handler, RegistrationLimiter registrations) {
    this.certificates = certificates;
    this.handler = handler;
    this.registrations = registrations;
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
        var caller =
            new AgentIdentity(
                ProviderSpiffeId.read(certificate.get()),
                certificate.get(),
                peer(call),
                PeerAddress.of(call));
        // TLS has checked this as well, but a resumed session may be old.
        certificate.get().checkValidity();
        boolean isNewStream =
            AgentsGrpc.getConnectMethod()
                .getFullMethodName()
                .equals(call.getMethodDescriptor().getFullMethodName());
        OptionalLong retryMillis = isNewStream ? registrations.tryAdmit() : OptionalLong.empty();
        if (retryMillis.isPresent()) {
          call.close(BUSY, RetryDelay.trailers(retryMillis.getAsLong()));
          return new ServerCall.Listener<>() {};
        }
        AgentCertificates.State state =
            isNewStream ? registrations.authenticate(() -> use(caller)) : use(caller);
        if (state == AgentCertificates.State.ACCEPTED) {
          Context context = Context.current().withValue(CALLER, caller);
          return Contexts.interceptCall(context, call, headers, next);
        }
        rejection = reject(caller, state);
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

  private AgentCertificates.State use(AgentIdentity caller) {
    return certificates.use(caller.provider(), caller.certificate());
  }

  /** The answer to a call with an invalid certificate, after it was logged. */
  private Status reject(AgentIdentity caller, AgentCertificates.State state) {
    handler.rejected(
        caller.provider(),
        state == AgentCertificates.State.REVOKED
            ? AgentRejection.CERTIFICATE_REVOKED
            : AgentRejection.CERTIFICATE_REPLACED,
        "serial=" + caller.serial().toString(16) + ", peer=" + caller.peer());
    return switch (state) {
      case REVOKED -> revoked(caller.provider());
      case AUTHORITY_REPLACED -> authorityReplaced(caller.provider());
      case REPLACED, ACCEPTED -> replaced(caller.provider());
    };
  }

  private static Status authorityReplaced(ProviderId provider) {
    return Status.PERMISSION_DENIED.withDescription(
        "The market has replaced the certificate authority that issued the certificate of "
            + provider
            + ". Ask the market's operator for a new token, and enrol the agent again.");
  }

  static Status revoked(ProviderId provider) {
    return Status.PERMISSION_DENIED.withDescription(
        "The certificate of " + provider + " is revoked. Contact the market's operator.");
  }

  private static Status replaced(ProviderId provider) {
    return Status.PERMISSION_DENIED.withDescription(
        "A newer certificate of "
            + provider
            + " has replaced this one. If this agent was not enrolled elsewhere, its key may have"
            + " been copied: enrol it again, and inform the market's operator.");
  }

  /** Ends those of the streams whose certificates are not valid any more. */
  void endInvalid(List<AgentStream> streams) {
    Set<BigInteger> invalid =
        certificates.invalid(streams.stream().map(stream -> stream.caller().serial()).toList());
    for (AgentStream stream : streams) {
      if (invalid.contains(stream.caller().serial())) {
        stream.end(
            reject(
                stream.caller(),
                certificates.use(stream.provider(), stream.caller().certificate())));
      }
    }
  }

  private static String peer(ServerCall<?, ?> call) {
    return String.valueOf(call.getAttributes().get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR));
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
