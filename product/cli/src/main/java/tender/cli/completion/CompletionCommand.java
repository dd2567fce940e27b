package tender.cli.completion;

import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints the completion script of a shell. */
@Command(name = "completion", description = "Prints a completion script for your shell.")
public final class CompletionCommand implements Runnable {

  /** The supported shells. */
  enum Shell {
    BASH,
    ZSH,
    FISH;

    /** The name as typed on the command line. */
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "SHELL", description = "Which shell: ${COMPLETION-CANDIDATES}.")
  private Shell shell;

  @Override
  public void run() {
    String program = spec.root().name();
    List<CompletableCommand> commands = CompletableCommand.all(spec.root().commandLine());
    spec.commandLine()
        .getOut()
        .print(
            switch (shell) {
              case BASH -> BashScript.of(program, commands);
              case ZSH -> BashScript.forZsh(program, commands);
              case FISH -> FishScript.of(program, commands);
            });
    spec.commandLine().getOut().flush();
  }
}
