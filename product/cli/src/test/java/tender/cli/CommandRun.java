package tender.cli;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The outcome of running the {@code tender} command in this process. */
record CommandRun(int exitCode, String out, String err) {
  private static final JsonMapper MAPPER = new JsonMapper();

  static CommandRun of(String... args) {
    return of(Ansi.OFF, args);
  }

  static CommandRun of(Ansi ansi, String... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine tender = TenderCommand.commandLineFor(TenderCommand.subcommands(), args);
    int exitCode =
        tender
            .setColorScheme(Help.defaultColorScheme(ansi))
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err))
            .execute(args);
    return new CommandRun(exitCode, out.toString(), err.toString());
  }

  /** Runs a command with a text on standard input. */
  static CommandRun on(String input, String command, String... options) {
    return on(input.getBytes(StandardCharsets.UTF_8), command, options);
  }

  static CommandRun on(byte[] input, String command, String... options) {
    String[] args = new String[options.length + 2];
    args[0] = command;
    args[1] = "-";
    System.arraycopy(options, 0, args, 2, options.length);
    InputStream before = System.in;
    System.setIn(new ByteArrayInputStream(input));
    try {
      return of(args);
    } finally {
      System.setIn(before);
    }
  }

  /** The path of an example, from the root or from the module's folder. */
  static Path example(String name) {
    Path path = Path.of("examples", name);
    return Files.exists(path) ? path : Path.of("..", "..", "examples", name);
  }

  static String exampleText(String name) {
    try {
      return Files.readString(example(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  JsonNode json() {
    return json(out);
  }

  static JsonNode json(String text) {
    return MAPPER.readTree(text);
  }
}
