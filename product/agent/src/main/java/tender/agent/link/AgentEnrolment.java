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

/** How an agent becomes one of a market's providers: once, with a token of the operator's. */
public final class AgentEnrolment {
  private static final int TIMEOUT_SECONDS = 20;

  private AgentEnrolment() {}

  /**
   * Draws a key, has it signed by the first of these servers that answers, and keeps it in the
   * folder. The server is asked only after it has proved to be of the authority named in the token.
   *
   * @return which provider this agent now is
   * @throws MarketRefusedException if the token is not good
   * @throws MarketUnavailableException if none of the servers answers, or none is of that authority
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
        ? new IllegalArgumentException("There is no address of a server to enrol with.")
        : last;
  }

  private static Credentials ask(ServerAddress address, EnrolmentToken token, CertificateRequest request) {
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
      throw RpcErrors.exception("To enrol with " + address, e);
    } catch (MalformedMessageException e) {
      throw new MarketRefusedException("To enrol with " + address + " failed: " + e.getMessage(), e);
    } finally {
      channel.shutdownNow();
    }
  }
}
