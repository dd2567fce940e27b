package tender.cli.output;

import java.io.PrintWriter;
import java.util.function.Consumer;
import java.util.function.Supplier;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The option for the output format, and the printing; shared by all commands. */
public final class OutputOption {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      description = {"Output format: ${COMPLETION-CANDIDATES}.", "Default: ${DEFAULT-VALUE}."})
  private OutputFormat format = OutputFormat.TABLE;

  /** Whether the output is JSON, for a program that cannot answer questions. */
  public boolean isJson() {
    return format == OutputFormat.JSON;
  }

  /** Prints intermediate text; with JSON output, prints nothing. */
  public void printText(Consumer<TextPage> table) {
    if (!isJson()) {
      PrintWriter out = command.commandLine().getOut();
      table.accept(page(out));
      out.flush();
    }
  }

  /** Prints the result, as a JSON record or as text. */
  public void print(Supplier<? extends Record> json, Consumer<TextPage> table) {
    PrintWriter out = command.commandLine().getOut();
    switch (format) {
      case JSON -> out.println(JsonOutput.write(json.get()));
      case TABLE -> table.accept(page(out));
    }
    out.flush();
  }

  private TextPage page(PrintWriter out) {
    return new TextPage(out, command.commandLine().getColorScheme().ansi().enabled());
  }
}
