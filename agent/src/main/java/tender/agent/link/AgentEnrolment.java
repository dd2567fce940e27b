package tender.agent.link;

import io.grpc.ManagedChannel;
import io.grpc.StatusRuntimeException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tender.core.model.ProviderId;
import tender.protocol.EnrolmentToken;
import tender.protocol.MalformedMessage;
import tender.protocol.v1.EnrolmentGrpc;
import tender.protocol.v1.Wire;

/** How an agent becomes one of a market's providers: once, with a token of the operator's. */
public final class AgentEnrolment {
  private static final int PATIENCE_SECONDS = 20;

  private AgentEnrolment() {}

  /**
   * Draws a key, has it signed by the first of these servers that answers, and keeps it in the
   * folder. The server is asked only after it has proved to be of the authority named in the token.
   *
   * @return which provider this agent now is
   * @throws MarketRefused if the token is not good
   * @throws MarketUnreachable if none of the servers answers, or none is of that authority
   */
  public static ProviderId enrol(List<Address> addresses, EnrolmentToken token, Path folder) {
    SigningRequest request = SigningRequest.draw();
    Credentials credentials = ask(addresses, token, request);
    credentials.store(folder);
    return credentials.provider();
  }

  private static Credentials ask(
      List<Address> addresses, EnrolmentToken token, SigningRequest request) {
    @Nullable RuntimeException last = null;
    for (Address address : addresses) {
      try {
        return ask(address, token, request);
      } catch (MarketUnreachable e) {
        last = e;
      }
    }
    throw last == null
        ? new IllegalArgumentException("There is no address of a server to enrol with.")
        : last;
  }

  private static Credentials ask(Address address, EnrolmentToken token, SigningRequest request) {
    ManagedChannel channel = Channels.open(address, token.authority());
    try {
      Wire.Certificate answer =
          EnrolmentGrpc.newBlockingStub(channel)
              .withDeadlineAfter(PATIENCE_SECONDS, TimeUnit.SECONDS)
              .enrol(
                  Wire.EnrolRequest.newBuilder()
                      .setToken(token.secret())
                      .setCertificateSigningRequest(request.encoded())
                      .build());
      return request.granted(answer);
    } catch (StatusRuntimeException e) {
      throw Answers.failed("To enrol with " + address, e);
    } catch (MalformedMessage e) {
      throw new MarketRefused("To enrol with " + address + " failed: " + e.getMessage(), e);
    } finally {
      channel.shutdownNow();
    }
  }
}
