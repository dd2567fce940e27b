package tender.agent.link;

import io.grpc.ManagedChannel;
import io.grpc.StatusRuntimeException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tender.core.model.ProviderId;
import tender.protocol.EnrolmentToken;
import tender.protocol.MalformedMessageException;
import tender.protocol.v1.EnrolmentGrpc;
import tender.protocol.v1.Wire;

/** Enrols an agent as one of a market's providers, once, with a token from the operator. */
public final class AgentEnrolment {
  private static final int TIMEOUT_SECONDS = 20;

  private AgentEnrolment() {}

  /**
   * Generates a key, has it signed by the first server that answers, and stores it in the folder.
   * The token is sent only after the server has proved that it belongs to the authority named in
   * the token.
   *
   * @return the provider that this agent is enrolled as
   * @throws MarketRefusedException if the token is invalid
   * @throws MarketUnavailableException if no server answers, or none belongs to that authority
   */
  public static ProviderId enrol(List<ServerAddress> addresses, EnrolmentToken token, Path folder) {
    CertificateRequest request = CertificateRequest.generate();
    Credentials credentials = ask(addresses, token, request);
    credentials.store(folder);
    return credentials.provider();
  }

  private static Credentials ask(
      List<ServerAddress> addresses, EnrolmentToken token, CertificateRequest request) {
    @Nullable RuntimeException last = null;
    for (ServerAddress address : addresses) {
      try {
        return ask(address, token, request);
      } catch (MarketUnavailableException e) {
        last = e;
      }
    }
    throw last == null
        ? new IllegalArgumentException(
            "The setting 'servers' is empty. List at least one server of the market.")
        : last;
  }

  private static Credentials ask(
      ServerAddress address, EnrolmentToken token, CertificateRequest request) {
    ManagedChannel channel = Channels.open(address, token.authority());
    try {
      Wire.Certificate answer =
          EnrolmentGrpc.newBlockingStub(channel)
              .withDeadlineAfter(TIMEOUT_SECONDS, TimeUnit.SECONDS)
              .enrol(
                  Wire.EnrolRequest.newBuilder()
                      .setToken(token.secret())
                      .setCertificateSigningRequest(request.encoded())
                      .build());
      return request.toCredentials(answer);
    } catch (StatusRuntimeException e) {
      throw RpcErrors.exception("Enrolment with " + address, e);
    } catch (MalformedMessageException e) {
      throw new MarketRefusedException(
          "Enrolment with " + address + " failed: " + e.getMessage(), e);
    } finally {
      channel.shutdownNow();
    }
  }
}
