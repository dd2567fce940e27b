package tender.research;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The outcome of running the {@code tender-research} command in this process. */
record CommandRun(int exitCode, String out, String err) {
  private static final JsonMapper MAPPER = new JsonMapper();

  static CommandRun of(String... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int exitCode =
        ResearchCommand.commandLine()
            .setColorScheme(Help.defaultColorScheme(Ansi.OFF))
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err))
            .execute(args);
    return new CommandRun(exitCode, out.toString(), err.toString());
  }

  /** Runs a command with a text on standard input. */
  static CommandRun on(String input, String command, String... options) {
    String[] args = new String[options.length + 2];
    args[0] = command;
    args[1] = "-";
    System.arraycopy(options, 0, args, 2, options.length);
    InputStream before = System.in;
    System.setIn(new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)));
    try {
      return of(args);
    } finally {
      System.setIn(before);
    }
  }

  JsonNode json() {
    return json(out);
  }

  static JsonNode json(String text) {
    return MAPPER.readTree(text);
  }
}
