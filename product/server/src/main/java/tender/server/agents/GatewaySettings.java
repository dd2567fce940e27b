package tender.server.agents;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;

/**
 * How a server is reached by agents.
 *
 * @param listen where; port 0 takes any free one
 * @param names DNS names and IP addresses by which agents call this server
 * @param agentCertificateLife how long an agent's certificate is good for. An agent that is away
 *     for longer has to be enrolled again
 */
public record GatewaySettings(
    InetSocketAddress listen, List<String> names, Duration agentCertificateLife) {
  public static final Duration DEFAULT_CERTIFICATE_LIFE = Duration.ofDays(7);

  public GatewaySettings {
    names = List.copyOf(names);
    if (names.isEmpty()) {
      throw new IllegalArgumentException(
          "The server has no name by which agents call it. Give the host's DNS name or address.");
    }
    if (agentCertificateLife.compareTo(Duration.ofSeconds(1)) < 0) {
      throw new IllegalArgumentException(
          "The life of agents' certificates is " + agentCertificateLife + ", below a second.");
    }
  }
}
