package tender.program.remote;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import tender.cli.Tender;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The command as a user runs it where no terminal is, and what came of it. */
record Cli(int exitCode, String out, String err) {

  static Cli run(String... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    PrintStream before = System.out;
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    System.setOut(new PrintStream(bytes, true, StandardCharsets.UTF_8));
    try {
      int exitCode =
          Tender.commandLine()
              .setColorScheme(Help.defaultColorScheme(Ansi.OFF))
              .setOut(new PrintWriter(out))
              .setErr(new PrintWriter(err))
              .execute(args);
      return new Cli(exitCode, bytes.toString(StandardCharsets.UTF_8) + out, err.toString());
    } finally {
      System.setOut(before);
    }
  }

  JsonNode json() {
    return new JsonMapper().readTree(out);
  }

  /** The text without what depends on the time of day. */
  String timeless() {
    return out.replaceAll("\\(in [^)]*\\)", "(in ...)")
        .replaceAll("\\([^)]* ago\\)", "(... ago)")
        .replaceAll(" +\n", "\n");
  }
}
