package tender.cli.inspect;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tender.cli.client.ConnectionSettings;
import tender.cli.client.ServerOption;

/** Prints the address of the dashboard, and opens it on a desktop. */
@Command(
    name = "dashboard",
    sortOptions = false,
    description = {
      "Prints the address of the dashboard, and on a desktop opens it in your browser.%n",
      "The browser gets your token, which the page keeps until its tab is closed. Elsewhere,"
          + " paste the token into the page."
    })
public final class DashboardCommand implements Runnable {
  /** Enough for a browser that has just been started. */
  private static final Duration TIME_TO_READ = Duration.ofSeconds(10);

  @Mixin private ServerOption server;

  @Option(
      names = "--link",
      description = "Print an address that signs in: it contains your token, so keep it secret.")
  private boolean link;

  @Option(names = "--no-open", description = "Print the address and open nothing.")
  private boolean noOpen;

  @Spec private CommandSpec spec;

  @Override
  public void run() {
    ConnectionSettings connection = server.connection();
    String address = connection.servers().getFirst() + "/";
    PrintWriter out = spec.commandLine().getOut();
    out.println(link ? loginUrl(address, connection.token()) : address);
    out.flush();
    opener(System.getenv())
        .filter(_ -> !link && !noOpen)
        .ifPresent(program -> open(program, loginUrl(address, connection.token())));
  }

  /** The part after # is not sent to a server, and the page removes it immediately. */
  private static String loginUrl(String address, String token) {
    return address + "#token=" + URLEncoder.encode(token, StandardCharsets.UTF_8);
  }

  /** The program that opens addresses, if there is a desktop. */
  private static Optional<Path> opener(Map<String, String> environment) {
    boolean hasScreen =
        Stream.of("DISPLAY", "WAYLAND_DISPLAY")
            .anyMatch(name -> !environment.getOrDefault(name, "").isEmpty());
    return Stream.of(environment.getOrDefault("PATH", "").split(":"))
        .filter(folder -> hasScreen && !folder.isEmpty())
        .map(folder -> Path.of(folder, "xdg-open"))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /**
   * Opens a temporary file that redirects to the page, because every user of the machine can see a
   * program's arguments, but only the owner can read this file. The file is deleted a little later.
   */
  private static void open(Path program, String address) {
    try {
      Path page =
          Files.createTempFile(
              "tender-dashboard",
              ".html",
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      try {
        Files.writeString(
            page,
            "<!doctype html><meta charset=utf-8><title>Tender</title><meta http-equiv=refresh content=\"0;url=%s\">"
                .formatted(address.replace("&", "&amp;").replace("\"", "&quot;")));
        new ProcessBuilder(program.toString(), page.toUri().toString())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
        Thread.sleep(TIME_TO_READ);
      } finally {
        Files.delete(page);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Opening a browser failed: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
