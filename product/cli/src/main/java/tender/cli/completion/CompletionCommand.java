package tender.cli.completion;

import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints the script by which a shell completes the commands. */
@Command(
    name = "completion",
    description = "Prints a script that lets your shell complete what you type.")
public final class CompletionCommand implements Runnable {

  /** The shells that are known. */
  enum Shell {
    BASH,
    ZSH,
    FISH;

    /** As one types it. */
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
    List<CompletableCommand> commands = CompletableCommand.all(spec.root().commandLine());
    spec.commandLine()
        .getOut()
        .print(
            switch (shell) {
              case BASH -> BashScript.of(commands);
              case ZSH -> BashScript.forZsh(commands);
              case FISH -> FishScript.of(commands);
            });
    spec.commandLine().getOut().flush();
  }
}
