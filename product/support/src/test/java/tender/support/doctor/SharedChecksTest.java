package tender.support.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tender.support.doctor.CheckResult.Status;

/** The checks that both sides have, each with the fault that it should find. */
class SharedChecksTest {
  @TempDir private Path folder;

  /** The limits of a real process. */
  @Test
  void lowLimitOfOpenFilesIsFound() throws Exception {
    assertThat(openFiles(100))
        .isEqualTo(
            CheckResult.fault(
                "at most 100 open files, and 1000 are needed",
                "Set LimitNOFILE=65536 in the systemd unit u, or 'ulimit -n' and /etc/security/limits.conf for the account."));
    assertThat(openFiles(600).status()).isEqualTo(Status.WARNING);
    assertThat(openFiles(1_000)).isEqualTo(CheckResult.ok("at most 1000 open files"));
  }

  private static CheckResult openFiles(int limit) throws Exception {
    Process limited =
        new ProcessBuilder("bash", "-c", "ulimit -n " + limit + "; echo; exec cat").start();
    try {
      assertThat(limited.getInputStream().read()).isEqualTo('\n');
      Path limits = Path.of("/proc", String.valueOf(limited.pid()), "limits");
      return new OpenFilesCheck<String>(limits, 1_000, "u").run("");
    } finally {
      limited.destroyForcibly();
    }
  }

  @Test
  void unsynchronisedClockIsFound() throws IOException {
    assertThat(clock("no"))
        .satisfies(
            result -> {
              assertThat(result.status()).isEqualTo(Status.WARNING);
              assertThat(result.found()).contains("is not synchronised");
              assertThat(result.fix()).contains("such as chrony");
            });
    assertThat(clock("yes").status()).isEqualTo(Status.OK);
    assertThat(new ClockSynchronisationCheck<String>(List.of("/no/timedatectl")).run(""))
        .isEqualTo(CheckResult.ok("unknown: timedatectl does not answer"));
  }

  /** A program that answers as timedatectl does. */
  private CheckResult clock(String synchronised) throws IOException {
    Path program = folder.resolve("timedatectl");
    Files.writeString(program, "#!/bin/sh\necho " + synchronised + "\n");
    assertThat(program.toFile().setExecutable(true)).isTrue();
    return new ClockSynchronisationCheck<String>(List.of(program.toString())).run("");
  }

  @Test
  void clockOffsetIsFound() {
    assertThat(ClockOffset.check("B", 20_000, 10_000, Duration.ofMillis(5)))
        .isEqualTo(
            CheckResult.fault(
                "the clock of this machine is 10.0 s ahead of that of B",
                "Run a time service, such as chrony, on both machines; 5 s is too much."));
    assertThat(ClockOffset.check("B", 8_000, 10_000, Duration.ofMillis(5)).status())
        .isEqualTo(Status.WARNING);
    assertThat(ClockOffset.check("B", 8_000, 10_000, Duration.ofMillis(1_500)).status())
        .as("an offset that the time of the reading explains")
        .isEqualTo(Status.OK);
  }

  @Test
  void unwritableTemporaryFolderIsFound() {
    CheckResult result = new TemporaryFolderCheck<String>(folder.resolve("absent")).run("");
    assertThat(result.status()).isEqualTo(Status.FAULT);
    assertThat(result.found()).contains("cannot create a file in " + folder);
    assertThat(result.fix()).contains("-Djava.io.tmpdir=FOLDER");
    assertThat(new TemporaryFolderCheck<String>(folder).run("").status()).isEqualTo(Status.OK);
  }

  @Test
  void usedPortIsFound() throws IOException {
    try (ServerSocket used = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      InetSocketAddress address =
          new InetSocketAddress(InetAddress.getLoopbackAddress(), used.getLocalPort());
      CheckResult result = port(address, false);
      assertThat(result.status()).isEqualTo(Status.FAULT);
      assertThat(result.found())
          .isEqualTo(
              "cannot listen on localhost:%d ('p'): address already in use"
                  .formatted(address.getPort()));
      assertThat(result.fix()).contains("ss -ltnp 'sport = :" + address.getPort() + "'");
      assertThat(port(address, true).status()).isEqualTo(Status.OK);
    }
    assertThat(port(new InetSocketAddress("203.0.113.1", 0), false).fix())
        .contains("name an address of this machine");
    assertThat(port(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), false).status())
        .isEqualTo(Status.OK);
  }

  private static CheckResult port(InetSocketAddress address, boolean isOwn) {
    return new PortCheck<String>("port", List.of(), "p", _ -> Optional.of(address), _ -> isOwn)
        .run("");
  }

  @Test
  void littleSpaceIsFound() throws IOException {
    CheckResult full = fileSystem(Long.MAX_VALUE, 0);
    assertThat(full.status()).isEqualTo(Status.FAULT);
    assertThat(full.found()).contains(folder + " has ", " MB free", "MB are needed");
    assertThat(full.fix()).contains("Delete files");
    assertThat(fileSystem(0, 0).status()).isEqualTo(Status.OK);
  }

  private CheckResult fileSystem(long neededBytes, long neededFiles) throws IOException {
    return new FileSystemCheck<String>(
            "disk", List.of(), _ -> folder.resolve("not/yet"), neededBytes, neededFiles)
        .run("");
  }

  @Test
  void unreachableHostIsFound() throws IOException {
    assertThat(new HostProbe("no-such-host.invalid", 1).isResolvable()).isFalse();
    assertThat(new HostProbe("[::1]", 1).isResolvable()).isTrue();
    int port;
    try (ServerSocket open = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = open.getLocalPort();
      assertThat(new HostProbe("127.0.0.1", port).connectionFault("X")).isEmpty();
    }
    assertThat(new HostProbe("127.0.0.1", port).connectionFault("X").orElseThrow().found())
        .isEqualTo("127.0.0.1:" + port + ": connection refused");
  }

  /** A listener whose queue is full answers as little as a firewall that drops packets. */
  @Test
  void silentHostIsFound() throws IOException {
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        SocketFiller filler = new SocketFiller(silent.getLocalPort())) {
      filler.fill();
      CheckResult fault =
          new HostProbe("127.0.0.1", silent.getLocalPort()).connectionFault("X").orElseThrow();
      assertThat(fault.found()).endsWith("does not answer");
      assertThat(fault.fix()).contains("no firewall", "drops TCP to port");
    }
  }
}
