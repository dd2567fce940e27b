package tender.server.agents;

import io.grpc.stub.StreamObserver;
import java.lang.System.Logger.Level;
import java.util.Optional;
import tender.core.model.ProviderId;
import tender.protocol.v1.EnrolmentGrpc;
import tender.protocol.v1.Wire;

/** Enrols agents that have an enrolment token. */
final class EnrolmentService extends EnrolmentGrpc.EnrolmentImplBase {
  private static final System.Logger LOG = System.getLogger(EnrolmentService.class.getName());

  private final CertificateIssuer issuer;
  private final EnrolmentTokens tokens;

  EnrolmentService(CertificateIssuer issuer, EnrolmentTokens tokens) {
    this.issuer = issuer;
    this.tokens = tokens;
  }

  @Override
  public void enrol(Wire.EnrolRequest request, StreamObserver<Wire.Certificate> out) {
    byte[] signingRequest = request.getCertificateSigningRequest().toByteArray();
    AgentsService.answer(
        out,
        () -> {
          // Before the token is redeemed, because an invalid request would waste it.
          issuer.validate(signingRequest);
          Optional<ProviderId> provider = tokens.redeem(request.getToken());
          if (provider.isEmpty()) {
            LOG.log(Level.WARNING, "Enrolment rejected: invalid token");
            throw new NotAllowedException(
                "The enrolment token is invalid: it was used, has expired, or never existed."
                    + " Ask the market's operator for a new one.");
          }
          Wire.Certificate certificate = issuer.sign(provider.get(), signingRequest);
          LOG.log(Level.INFO, "Agent enrolled", provider.get());
          return certificate;
        });
  }
}
