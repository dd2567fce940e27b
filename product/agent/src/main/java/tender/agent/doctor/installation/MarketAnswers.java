package tender.agent.doctor.installation;

import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import tender.agent.link.AgentIdentity;
import tender.agent.link.MarketRefusedException;
import tender.agent.link.MarketUnavailableException;
import tender.agent.link.ServerAddress;
import tender.agent.link.ServerProbe;
import tender.agent.link.ServerProbe.ServerInfo;

/**
 * What the servers of a market answer to this agent.
 *
 * @param unavailable why servers cannot be reached, as sentences
 * @param refused why servers refuse the agent, as sentences
 */
public record MarketAnswers(List<Answer> answers, List<String> unavailable, List<String> refused) {
  /** An answer, and the time of this machine around it. */
  public record Answer(
      ServerAddress server, ServerInfo info, long beforeMillis, long afterMillis) {}

  public static MarketAnswers ask(
      List<ServerAddress> servers, AgentIdentity identity, Clock clock) {
    List<Answer> answers = new ArrayList<>();
    List<String> unavailable = new ArrayList<>();
    List<String> refused = new ArrayList<>();
    for (ServerAddress server : servers) {
      try {
        // The first request opens the connection, and would make the reading of the clock worse.
        var _ = ServerProbe.ask(server, identity);
        long beforeMillis = clock.millis();
        ServerInfo info = ServerProbe.ask(server, identity);
        answers.add(new Answer(server, info, beforeMillis, clock.millis()));
      } catch (MarketUnavailableException e) {
        unavailable.add(String.valueOf(e.getMessage()));
      } catch (MarketRefusedException e) {
        refused.add(String.valueOf(e.getMessage()));
      }
    }
    return new MarketAnswers(answers, unavailable, refused);
  }
}
