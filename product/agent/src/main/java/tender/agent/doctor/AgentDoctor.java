package tender.agent.doctor;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import tender.agent.doctor.cluster.BatchCommandsCheck;
import tender.agent.doctor.cluster.BatchSettingsCheck;
import tender.agent.doctor.cluster.BatchSubmissionCheck;
import tender.agent.doctor.cluster.BatchSystemCheck;
import tender.agent.doctor.cluster.IsolationCheck;
import tender.agent.doctor.cluster.QueueLimitCheck;
import tender.agent.doctor.cluster.ReservationsCheck;
import tender.agent.doctor.cluster.WorkFolderSharedCheck;
import tender.agent.doctor.installation.AgentInstallation;
import tender.agent.doctor.machine.AgentAccountCheck;
import tender.agent.doctor.machine.ConfigurationAccessCheck;
import tender.agent.doctor.machine.ContainersCheck;
import tender.agent.doctor.machine.ControlGroupsCheck;
import tender.agent.doctor.machine.DatasetsCheck;
import tender.agent.doctor.machine.FolderCheck;
import tender.agent.doctor.machine.StateAccessCheck;
import tender.agent.doctor.machine.TaskAccountCheck;
import tender.agent.doctor.market.IdentityAccessCheck;
import tender.agent.doctor.market.IdentityCertificateCheck;
import tender.agent.doctor.market.IdentityCheck;
import tender.agent.doctor.market.IdentityProviderCheck;
import tender.agent.doctor.market.MarketAccessCheck;
import tender.agent.doctor.market.MarketClockCheck;
import tender.agent.doctor.market.ProtocolVersionCheck;
import tender.agent.doctor.market.ServerConnectionCheck;
import tender.agent.doctor.market.ServerHostCheck;
import tender.agent.doctor.market.ServerPortCheck;
import tender.support.doctor.Check;
import tender.support.doctor.ClockSynchronisationCheck;
import tender.support.doctor.ConfigurationCheck;
import tender.support.doctor.Doctor;
import tender.support.doctor.FileSystemCheck;
import tender.support.doctor.HttpProbe;
import tender.support.doctor.OpenFilesCheck;
import tender.support.doctor.PortCheck;
import tender.support.doctor.TemporaryFolderCheck;
import tender.support.doctor.TraceEndpointCheck;

/** All checks of an agent, in the order in which an agent needs what they check. */
public final class AgentDoctor {
  private static final long GIB = 1L << 30;
  private static final long NEEDED_STATE_BYTES = GIB;
  private static final long NEEDED_STATE_FILES = 10_000;
  private static final long NEEDED_WORK_BYTES = 10 * GIB;
  private static final long NEEDED_WORK_FILES = 100_000;
  private static final long NEEDED_OPEN_FILES = 4_096;

  private AgentDoctor() {}

  public static Doctor<AgentInstallation> create() {
    return new Doctor<>(checks());
  }

  /** For an agent that is not enrolled yet: without its identity, and what needs one. */
  public static Doctor<AgentInstallation> beforeEnrolment() {
    return create().without(IdentityCheck.NAME::equals);
  }

  private static List<Check<AgentInstallation>> checks() {
    return List.of(
        new ConfigurationCheck<>(agent -> agent.config().validate(), "examples/live/agent.yaml"),
        new ConfigurationAccessCheck(),
        new AgentAccountCheck(),
        new FolderCheck(FolderCheck.STATE, "state_dir", agent -> agent.config().stateDir()),
        new StateAccessCheck(),
        new FileSystemCheck<>(
            "state-disk",
            List.of(FolderCheck.STATE),
            agent -> agent.config().stateDir(),
            NEEDED_STATE_BYTES,
            NEEDED_STATE_FILES),
        new FolderCheck(FolderCheck.WORK, "work_dir", agent -> agent.config().workDir()),
        new FileSystemCheck<>(
            "work-disk",
            List.of(FolderCheck.WORK),
            agent -> agent.config().workDir(),
            NEEDED_WORK_BYTES,
            NEEDED_WORK_FILES),
        new ServerHostCheck(),
        new ServerPortCheck(),
        new IdentityCheck(),
        new IdentityAccessCheck(),
        new IdentityProviderCheck(),
        new IdentityCertificateCheck(),
        new ServerConnectionCheck(),
        new MarketAccessCheck(),
        new ProtocolVersionCheck(),
        new MarketClockCheck(),
        new ClockSynchronisationCheck<>(),
        new TaskAccountCheck(),
        new ContainersCheck(),
        new DatasetsCheck(),
        new ControlGroupsCheck(),
        new BatchCommandsCheck(),
        new BatchSystemCheck(),
        new BatchSubmissionCheck(),
        new BatchSettingsCheck(),
        new QueueLimitCheck(),
        new ReservationsCheck(),
        new WorkFolderSharedCheck(),
        new IsolationCheck(),
        new PortCheck<>(
            "owner-page-port",
            ConfigurationCheck.REQUIRED,
            "owner_page_port",
            agent ->
                agent
                    .config()
                    .ownerPagePort()
                    .map(port -> new InetSocketAddress(InetAddress.getLoopbackAddress(), port)),
            address -> HttpProbe.get(address, "/", Optional.empty()).contains("Tender</title>")),
        new TraceEndpointCheck<>(agent -> agent.config().traceEndpoint()),
        new OpenFilesCheck<>(NEEDED_OPEN_FILES, "tender-agent"),
        new TemporaryFolderCheck<>());
  }
}
