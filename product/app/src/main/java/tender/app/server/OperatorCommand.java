package tender.app.server;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tender.server.ServerConfig;
import tender.support.config.YamlConfigReader;

/** What the operator's commands share: the server's configuration, and the result. */
abstract class OperatorCommand implements Callable<Integer> {
  @Parameters(
      index = "0",
      paramLabel = "FILE",
      description = "The server's configuration, in YAML.")
  private Path file;

  @Spec CommandSpec spec;

  Path file() {
    return file;
  }

  ServerConfig config() throws IOException {
    return YamlConfigReader.read(file, ServerConfig.class);
  }

  PrintWriter out() {
    return spec.commandLine().getOut();
  }

  /** Prints the message if the command succeeded, else the error; returns the exit code. */
  int report(boolean done, String message, String error) {
    if (done) {
      out().println(message);
      return 0;
    }
    spec.commandLine().getErr().println("tender: " + error);
    return 1;
  }
}
