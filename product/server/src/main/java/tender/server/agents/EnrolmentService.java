package tender.server.agents;

import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.lang.System.Logger.Level;
import java.util.Optional;
import tender.core.model.ProviderId;
import tender.protocol.v1.EnrolmentGrpc;
import tender.protocol.v1.Wire;

/** Makes whoever has a token one of the market's providers. */
final class EnrolmentService extends EnrolmentGrpc.EnrolmentImplBase {
  private static final System.Logger LOG = System.getLogger(EnrolmentService.class.getName());

  private final CertificateIssuer registrar;
  private final EnrolmentTokens tokens;

  EnrolmentService(CertificateIssuer registrar, EnrolmentTokens tokens) {
    this.registrar = registrar;
    this.tokens = tokens;
  }

  @Override
  public void enrol(Wire.EnrolRequest request, StreamObserver<Wire.Certificate> out) {
    byte[] signingRequest = request.getCertificateSigningRequest().toByteArray();
    Wire.Certificate certificate;
    try {
      // First, since a token that is redeemed for an unsound request would be lost.
      registrar.validate(signingRequest);
      Optional<ProviderId> provider = tokens.redeem(request.getToken());
      if (provider.isEmpty()) {
        LOG.log(Level.WARNING, "Turned away an agent whose token is not good.");
        throw new NotAllowedException(
            "The token is not good: it has been used, or has expired, or was never handed out."
                + " Ask the market's operator for another.");
      }
      certificate = registrar.sign(provider.get(), signingRequest);
      LOG.log(Level.INFO, "Enrolled {0}.", provider.get());
    } catch (RuntimeException e) {
      Status told = AgentErrorMapper.toStatus(e);
      out.onError(told.asException());
      return;
    }
    out.onNext(certificate);
    out.onCompleted();
  }
}
