package tender.app.cli;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import tender.cli.TenderCommand;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The outcome of running the {@code tender} command in this process, without a terminal. */
record CliRun(int exitCode, String out, String err) {

  static CliRun run(String... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    PrintStream before = System.out;
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    System.setOut(new PrintStream(bytes, true, StandardCharsets.UTF_8));
    try {
      int exitCode =
          TenderCommand.commandLine(TenderCommand.subcommands())
              .setColorScheme(Help.defaultColorScheme(Ansi.OFF))
              .setOut(new PrintWriter(out))
              .setErr(new PrintWriter(err))
              .execute(args);
      return new CliRun(exitCode, bytes.toString(StandardCharsets.UTF_8) + out, err.toString());
    } finally {
      System.setOut(before);
    }
  }

  JsonNode json() {
    return new JsonMapper().readTree(out);
  }

  /** The text output without times relative to now. */
  String withoutTimes() {
    return out.replaceAll("\\(in [^)]*\\)", "(in ...)")
        .replaceAll("\\([^)]* ago\\)", "(... ago)")
        .replaceAll(" +\n", "\n");
  }
}
