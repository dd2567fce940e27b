package tender.measure.testbed;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import tender.server.ServerConfig;

/** A server in its own process on fixed ports, which can be killed and started again. */
public final class ServerProcess implements AutoCloseable {
  private static final int STOP_SECONDS = 20;
  private static final Duration START_TIMEOUT = Duration.ofMinutes(3);
  private static final int POLL_MILLIS = 20;
  private static final int LOG_LINES = 20;

  private final Path file;
  private final Path log;
  private final ServerConfig config;
  private final int restPort;
  private final int agentPort;
  private Process process;

  private ServerProcess(Path folder, String jdbcUrl, String settings)
      throws IOException, InterruptedException {
    restPort = freePort();
    agentPort = freePort();
    String text =
        """
        database: "%s"
        rest_address: 127.0.0.1:%d
        agent_address: 127.0.0.1:%d
        %s
        """
            .formatted(jdbcUrl, restPort, agentPort, settings);
    file = Files.writeString(folder.resolve("server.yaml"), text);
    // It has the database's password.
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    log = folder.resolve("server.log");
    config = MeasurementConfig.read(ServerConfig.class, text);
    process = start();
  }

  /**
   * Starts a server and waits until it answers.
   *
   * @param settings more keys of its configuration as YAML
   */
  public static ServerProcess start(Path folder, String jdbcUrl, String settings)
      throws IOException, InterruptedException {
    return new ServerProcess(folder, jdbcUrl, settings);
  }

  private Process start() throws IOException, InterruptedException {
    Process started =
        new ProcessBuilder(
                // Not at the priority of this process.
                "chrt",
                "--other",
                "0",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                "tender.app.Main",
                "server",
                "run",
                file.toString())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .start();
    long endNanos = System.nanoTime() + START_TIMEOUT.toNanos();
    while (!isListening()) {
      if (!started.isAlive() || System.nanoTime() > endNanos) {
        started.destroyForcibly();
        throw new IllegalStateException(
            "The server has not started; its log ends with:\n" + logEnd());
      }
      Thread.sleep(POLL_MILLIS);
    }
    return started;
  }

  private String logEnd() throws IOException {
    List<String> lines = Files.readAllLines(log);
    return String.join("\n", lines.subList(Math.max(0, lines.size() - LOG_LINES), lines.size()));
  }

  private boolean isListening() {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), restPort)) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /** Kills the process with signal 9. */
  public void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  /** Starts the killed process again and waits until it answers. */
  public void restart() throws IOException, InterruptedException {
    process = start();
  }

  public ServerConfig config() {
    return config;
  }

  public URI restAddress() {
    return URI.create("http://127.0.0.1:" + restPort);
  }

  public int agentPort() {
    return agentPort;
  }

  /** The processor time of the running process. */
  Duration cpuTime() {
    return process.info().totalCpuDuration().orElse(Duration.ZERO);
  }

  /** The memory of the running process in MB. */
  public long residentMegabytes() throws IOException {
    String prefix = "VmRSS:";
    return Files.readAllLines(Path.of("/proc/" + process.pid() + "/status")).stream()
        .filter(line -> line.startsWith(prefix))
        .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) / 1_000)
        .findFirst()
        .orElse(0);
  }

  /** The log lines that contain a text. */
  public List<String> logLines(String text) throws IOException {
    return Files.readAllLines(log).stream().filter(line -> line.contains(text)).toList();
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
