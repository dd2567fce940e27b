package tender.server.agents;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import tender.server.agents.limits.ConnectionLimits;

/**
 * How agents reach a server.
 *
 * @param listen the address to listen on; port 0 means any free port
 * @param names DNS names and IP addresses of this server
 * @param agentCertificateValidity the validity of agents' certificates; an agent that is offline
 *     for longer must enrol again
 * @param limits of agents that connect at the same time
 */
public record GatewaySettings(
    InetSocketAddress listen,
    List<String> names,
    Duration agentCertificateValidity,
    ConnectionLimits limits) {
  public static final Duration DEFAULT_CERTIFICATE_VALIDITY = Duration.ofDays(7);

  /** With the default limits. */
  public GatewaySettings(
      InetSocketAddress listen, List<String> names, Duration agentCertificateValidity) {
    this(listen, names, agentCertificateValidity, ConnectionLimits.DEFAULT);
  }

  public GatewaySettings {
    names = List.copyOf(names);
    if (names.isEmpty()) {
      throw new IllegalArgumentException(
          "The setting 'server_names' is empty. Give the host's DNS name or address.");
    }
    if (agentCertificateValidity.compareTo(Duration.ofSeconds(1)) < 0) {
      throw new IllegalArgumentException(
          "The validity of agents' certificates is %s; it must be at least one second."
              .formatted(agentCertificateValidity));
    }
  }
}
