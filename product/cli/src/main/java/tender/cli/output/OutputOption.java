package tender.cli.output;

import java.io.PrintWriter;
import java.util.function.Consumer;
import java.util.function.Supplier;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The option that says how an answer is printed, and the printing; the same for every command. */
public final class OutputOption {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      description = {
        "How to print the answer: ${COMPLETION-CANDIDATES}.",
        "Default: ${DEFAULT-VALUE}."
      })
  private OutputFormat format = OutputFormat.TABLE;

  /** Whether the answer is for a program, which cannot be asked anything. */
  public boolean isJson() {
    return format == OutputFormat.JSON;
  }

  /** Tells people something on the way to the answer; programs get the answer only. */
  public void printText(Consumer<TextPage> table) {
    if (!isJson()) {
      PrintWriter out = command.commandLine().getOut();
      table.accept(page(out));
      out.flush();
    }
  }

  /** Prints an answer, as a record for programs or as pages of text for people. */
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
