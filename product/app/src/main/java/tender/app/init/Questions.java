package tender.app.init;

import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Gets the values that a configuration needs: from an option, else from a person at the terminal,
 * else the default.
 */
public final class Questions {
  private final Optional<Prompt> prompt;

  /**
   * @param prompt empty if there is no terminal
   */
  public Questions(Optional<Prompt> prompt) {
    this.prompt = prompt;
  }

  /** Asks on the terminal of this process, if it has one. */
  public static Questions atTerminal() {
    return new Questions(Prompt.ofTerminal());
  }

  /**
   * One value.
   *
   * @param option that gives it, for messages
   * @param given the value of the option
   * @param standard what an empty answer means; without it an answer is needed
   */
  public String ask(
      String question, String option, @Nullable String given, Optional<String> standard) {
    if (given != null) {
      return given;
    }
    String hint = standard.map(value -> " [" + value + "]").orElse("");
    return answer(option, asked -> asked.line(question + hint + ": "), standard);
  }

  /** The same for a value that is not shown. */
  public String askSecret(String question, String option, Optional<String> given) {
    return given.orElseGet(
        () -> answer(option, asked -> asked.secret(question + ": "), Optional.empty()));
  }

  private String answer(
      String option, Function<Prompt, @Nullable String> read, Optional<String> standard) {
    while (prompt.isPresent()) {
      String typed = read.apply(prompt.get());
      if (typed == null) {
        throw new IllegalArgumentException(
            "The input ended before all questions were answered. Give the option %s instead."
                .formatted(option));
      }
      if (!typed.isBlank()) {
        return typed.strip();
      }
      if (standard.isPresent()) {
        return standard.get();
      }
    }
    return standard.orElseThrow(
        () ->
            new IllegalArgumentException(
                "The option %s is missing, and there is no terminal to ask for it."
                    .formatted(option)));
  }
}
