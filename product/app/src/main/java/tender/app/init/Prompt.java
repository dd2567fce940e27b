package tender.app.init;

import java.io.Console;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads answers from a person; null at the end of the input. */
public interface Prompt {
  @Nullable String line(String question);

  /** The same without showing what is typed. */
  @Nullable String secret(String question);

  /** The terminal of this process; empty if its input and output are not one. */
  static Optional<Prompt> ofTerminal() {
    return Optional.ofNullable(System.console())
        .filter(Console::isTerminal)
        .map(TerminalPrompt::new);
  }

  /** Asks on a terminal. */
  record TerminalPrompt(Console console) implements Prompt {
    @Override
    public @Nullable String line(String question) {
      return console.readLine("%s", question);
    }

    @Override
    public @Nullable String secret(String question) {
      char @Nullable [] typed = console.readPassword("%s", question);
      return typed == null ? null : new String(typed);
    }
  }
}
