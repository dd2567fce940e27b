package tender.server.doctor;

import java.util.List;
import java.util.Optional;
import tender.server.ListenAddress;
import tender.support.doctor.Check;
import tender.support.doctor.ClockSynchronisationCheck;
import tender.support.doctor.ConfigurationCheck;
import tender.support.doctor.Doctor;
import tender.support.doctor.OpenFilesCheck;
import tender.support.doctor.PortCheck;
import tender.support.doctor.TemporaryFolderCheck;
import tender.support.doctor.TraceEndpointCheck;

/** All checks of a server, in the order in which a server needs what they check. */
public final class ServerDoctor {
  /** The checks that need a valid configuration, and nothing else. */
  static final List<String> CONFIGURED = List.of(ConfigurationCheck.NAME);

  /** The checks that need a connection to the database. */
  static final List<String> CONNECTED = List.of(DatabaseLoginCheck.NAME);

  /** For some thousand agents and the connections of users. */
  private static final long NEEDED_OPEN_FILES = 16_384;

  private ServerDoctor() {}

  public static Doctor<ServerInstallation> create() {
    return new Doctor<>(checks());
  }

  private static List<Check<ServerInstallation>> checks() {
    return List.of(
        new ConfigurationCheck<>(ServerInstallation::validate, "examples/live/server.yaml"),
        new ConfigurationAccessCheck(),
        new DatabaseHostCheck(),
        new DatabasePortCheck(),
        new DatabaseLoginCheck(),
        new DatabaseVersionCheck(),
        new DatabaseEncodingCheck(),
        new DatabasePrimaryCheck(),
        new DatabaseRightsCheck(),
        new DatabaseDurabilityCheck(),
        new DatabaseConnectionsCheck(),
        new DatabaseClockCheck(),
        new DatabaseSchemaCheck(),
        new CertificateAuthorityCheck(),
        new ClockSynchronisationCheck<>(),
        new RestCertificateCheck(),
        new RestKeyCheck(),
        new RestKeyAccessCheck(),
        new RestEncryptionCheck(),
        new PortCheck<>(
            "rest-port",
            CONFIGURED,
            "rest_address",
            server -> Optional.of(server.config().restListenAddress().socketAddress()),
            OwnListeners::isRest),
        new PortCheck<>(
            "agent-port",
            CONFIGURED,
            "agent_address",
            server -> Optional.of(server.config().agentListenAddress().socketAddress()),
            OwnListeners::isAgentGateway),
        new PortCheck<>(
            "metrics-port",
            CONFIGURED,
            "metrics_address",
            server -> server.config().metricsListenAddress().map(ListenAddress::socketAddress),
            OwnListeners::isMetrics),
        new ServerNamesCheck(),
        new TraceEndpointCheck<>(server -> server.config().traceEndpoint()),
        new OpenFilesCheck<>(NEEDED_OPEN_FILES, "tender-server"),
        new TemporaryFolderCheck<>());
  }
}
