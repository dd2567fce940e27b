package tender.agent.doctor.installation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tender.agent.Agent;
import tender.agent.AgentConfig;
import tender.agent.batch.BatchSystem;
import tender.agent.batch.ClusterInfo;
import tender.agent.link.AgentIdentity;
import tender.agent.link.ServerAddress;
import tender.support.config.YamlConfigReader;

/** An agent's configuration file, and what it names. Everything is read once. */
public final class AgentInstallation {
  private final Path file;
  private final Clock clock;
  private final String user;
  private final String searchPath;
  private @Nullable AgentConfig config;
  private @Nullable BatchSystem batch;
  private @Nullable ClusterInfo cluster;
  private @Nullable MarketAnswers answers;

  /**
   * @param clock of this machine
   * @param user under which the agent runs
   * @param searchPath the folders of programs, as in PATH
   */
  public AgentInstallation(Path file, Clock clock, String user, String searchPath) {
    this.file = file;
    this.clock = clock;
    this.user = user;
    this.searchPath = searchPath;
  }

  /** As this process would run the agent. */
  public static AgentInstallation here(Path file) {
    String path = System.getenv("PATH");
    return new AgentInstallation(
        file,
        Clock.systemUTC(),
        System.getProperty("user.name"),
        path == null ? "/usr/bin:/bin" : path);
  }

  /** The same under another account. */
  public AgentInstallation as(String account) {
    return new AgentInstallation(file, clock, account, searchPath);
  }

  public Path file() {
    return file;
  }

  public Clock clock() {
    return clock;
  }

  public String user() {
    return user;
  }

  public List<Path> programFolders() {
    return List.of(searchPath.split(":")).stream().map(Path::of).toList();
  }

  /** The settings; throws an {@link IllegalArgumentException} if the file is invalid. */
  public AgentConfig config() {
    AgentConfig read = config;
    if (read == null) {
      try {
        read = YamlConfigReader.read(file, AgentConfig.class);
      } catch (IOException e) {
        throw new UncheckedIOException("Cannot read " + file + ".", e);
      }
      config = read;
    }
    return read;
  }

  /**
   * The batch system of a cluster; throws an {@link IllegalArgumentException} if its settings are
   * invalid. Not that of processes on this machine, which would start the tasks that wait.
   */
  public BatchSystem batch() throws IOException {
    if (!isCluster()) {
      throw new IllegalStateException("Tasks are processes of this machine.");
    }
    BatchSystem opened = batch;
    if (opened == null) {
      opened = Agent.batchSystem(config(), Agent.workFolder(config(), Agent.containers(config())));
      batch = opened;
    }
    return opened;
  }

  /** The cluster, as the batch system describes it. */
  public ClusterInfo cluster() throws IOException {
    ClusterInfo described = cluster;
    if (described == null) {
      described = batch().clusterInfo();
      cluster = described;
    }
    return described;
  }

  public List<ServerAddress> servers() {
    return Agent.addresses(config());
  }

  /** The folder of the agent's identity. */
  public Path identityFolder() {
    return Agent.identity(config());
  }

  public AgentIdentity identity() {
    return AgentIdentity.load(identityFolder());
  }

  /** What the servers of the market answer. */
  public MarketAnswers answers() {
    MarketAnswers asked = answers;
    if (asked == null) {
      asked = MarketAnswers.ask(servers(), identity(), clock);
      answers = asked;
    }
    return asked;
  }

  /** Whether the agent's account may change the batch system or the machine. */
  public boolean isAdministrator() throws IOException {
    return (user.equals("root") && config().hostSection().isEmpty())
        || (isCluster() && batch().isAdministrator());
  }

  /** Whether tasks are jobs of a batch system, and not processes of this machine. */
  public boolean isCluster() {
    return List.of("slurm", "gridengine").contains(config().batchSystem());
  }
}
