package tender.agent.link;

import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.util.concurrent.TimeUnit;
import tender.protocol.v1.AgentsGrpc;
import tender.protocol.v1.Wire;

/**
 * Asks a server for its version and time, as the agent and without a stream: a running agent stays
 * connected.
 */
public final class ServerProbe {
  private static final int TIMEOUT_SECONDS = 10;

  private ServerProbe() {}

  /**
   * What a server answers.
   *
   * @param version of the protocol; 0 if the server is too old to answer
   * @param nowMillis the market's time
   */
  public record ServerInfo(int version, long nowMillis) {}

  /**
   * Asks one server.
   *
   * @throws MarketRefusedException if the server does not accept the agent's certificate
   * @throws MarketUnavailableException if the server does not answer, or its certificate is not
   *     valid
   */
  public static ServerInfo ask(ServerAddress address, AgentIdentity identity) {
    ManagedChannel channel = Channels.open(address, Channels.tls(identity.credentials()));
    try {
      Wire.ServerInfo answer =
          AgentsGrpc.newBlockingStub(channel)
              .withDeadlineAfter(TIMEOUT_SECONDS, TimeUnit.SECONDS)
              .getServerInfo(Wire.GetServerInfoRequest.getDefaultInstance());
      return new ServerInfo(answer.getVersion(), answer.getNowMillis());
    } catch (StatusRuntimeException e) {
      if (e.getStatus().getCode() == Status.Code.UNIMPLEMENTED) {
        return new ServerInfo(0, 0);
      }
      throw RpcErrors.exception("The request to " + address, e);
    } finally {
      channel.shutdownNow();
    }
  }
}
