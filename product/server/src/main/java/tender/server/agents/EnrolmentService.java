package tender.server.agents;

import io.grpc.stub.StreamObserver;
import java.util.Optional;
import tender.protocol.v1.EnrolmentGrpc;
import tender.protocol.v1.Wire;
import tender.server.agents.certificates.CertificateIssuer;
import tender.server.agents.rejection.InvalidTokenException;

/** Enrols agents that have an enrolment token. */
final class EnrolmentService extends EnrolmentGrpc.EnrolmentImplBase {
  private static final int MAX_TOKEN_LENGTH = 200;

  private final CertificateIssuer issuer;
  private final AgentHandler handler;

  EnrolmentService(CertificateIssuer issuer, AgentHandler handler) {
    this.issuer = issuer;
    this.handler = handler;
  }

  @Override
  public void enrol(Wire.EnrolRequest request, StreamObserver<Wire.Certificate> out) {
    UnaryCall.answer(out, () -> enrol(request));
  }

  private Wire.Certificate enrol(Wire.EnrolRequest request) {
    String token = request.getToken();
    Optional<Wire.Certificate> certificate =
        token.length() > MAX_TOKEN_LENGTH
            ? Optional.empty()
            : issuer.enrol(
                token, request.getCertificateSigningRequest().toByteArray(), PeerAddress.current());
    if (certificate.isEmpty()) {
      handler.enrolmentRejected(PeerAddress.current());
      throw new InvalidTokenException(
          "The enrolment token is invalid: it was used, has expired, or never existed."
              + " Ask the market's operator for a new one.");
    }
    return certificate.get();
  }
}
