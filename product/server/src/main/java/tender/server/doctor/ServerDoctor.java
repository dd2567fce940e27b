package tender.server.doctor;

import java.util.List;
import java.util.Optional;
import tender.server.ListenAddress;
import tender.server.doctor.access.ConfigurationAccessCheck;
import tender.server.doctor.access.OwnListeners;
import tender.server.doctor.access.RestCertificateCheck;
import tender.server.doctor.access.RestEncryptionCheck;
import tender.server.doctor.access.RestKeyAccessCheck;
import tender.server.doctor.access.RestKeyCheck;
import tender.server.doctor.access.SecretAccessCheck;
import tender.server.doctor.access.ServerNamesCheck;
import tender.server.doctor.database.CertificateAuthorityCheck;
import tender.server.doctor.database.DatabaseClockCheck;
import tender.server.doctor.database.DatabaseConnectionsCheck;
import tender.server.doctor.database.DatabaseDurabilityCheck;
import tender.server.doctor.database.DatabaseEncodingCheck;
import tender.server.doctor.database.DatabaseHostCheck;
import tender.server.doctor.database.DatabaseLoginCheck;
import tender.server.doctor.database.DatabasePortCheck;
import tender.server.doctor.database.DatabasePrimaryCheck;
import tender.server.doctor.database.DatabaseRightsCheck;
import tender.server.doctor.database.DatabaseSchemaCheck;
import tender.server.doctor.database.DatabaseVersionCheck;
import tender.server.doctor.installation.ServerInstallation;
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
        new SecretAccessCheck(),
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
            ConfigurationCheck.REQUIRED,
            "rest_address",
            server -> Optional.of(server.config().restListenAddress().socketAddress()),
            OwnListeners::isRest),
        new PortCheck<>(
            "agent-port",
            ConfigurationCheck.REQUIRED,
            "agent_address",
            server -> Optional.of(server.config().agentListenAddress().socketAddress()),
            OwnListeners::isAgentGateway),
        new PortCheck<>(
            "metrics-port",
            ConfigurationCheck.REQUIRED,
            "metrics_address",
            server -> server.config().metricsListenAddress().map(ListenAddress::socketAddress),
            OwnListeners::isMetrics),
        new ServerNamesCheck(),
        new TraceEndpointCheck<>(server -> server.config().traceEndpoint()),
        new OpenFilesCheck<>(NEEDED_OPEN_FILES, "tender-server"),
        new TemporaryFolderCheck<>());
  }
}
