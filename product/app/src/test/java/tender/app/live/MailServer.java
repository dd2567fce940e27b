package tender.app.live;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Debian's aiosmtpd, which stores each mail as a file. */
final class MailServer implements AutoCloseable {
  private final int port = LoopbackPorts.free();
  private final Path folder;
  private final Process process;

  MailServer(Path folder) throws IOException {
    this.folder = folder;
    process =
        new ProcessBuilder(
                "/usr/bin/python3",
                "-m",
                "aiosmtpd",
                "--nosetuid",
                "--listen",
                "127.0.0.1:" + port,
                "--class",
                "aiosmtpd.handlers.Mailbox",
                folder.resolve("mails").toString())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("aiosmtpd.log").toFile())
            .start();
  }

  int port() {
    return port;
  }

  /** The mails as they came, in any order. */
  List<String> mails() throws IOException {
    Path arrived = folder.resolve("mails/new");
    List<String> mails = new ArrayList<>();
    if (Files.isDirectory(arrived)) {
      try (Stream<Path> files = Files.list(arrived)) {
        for (Path file : files.toList()) {
          mails.add(Files.readString(file));
        }
      }
    }
    return mails;
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
