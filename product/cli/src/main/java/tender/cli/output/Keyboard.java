package tender.cli.output;

import java.io.Console;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads keys from the terminal, if there is one. */
public final class Keyboard {
  private Keyboard() {}

  /** Whether input and output of this process are a terminal. */
  public static boolean isInteractive() {
    return Optional.ofNullable(System.console()).filter(Console::isTerminal).isPresent();
  }

  /** The next key that is pressed, without Enter; 0 at the end of the input. */
  public static char readKey() {
    Optional<String> before = stty("-g");
    // Without stty, a line is read, and its first character is used.
    boolean raw = before.isPresent() && stty("-icanon", "min", "1").isPresent();
    // Ctrl-C ends the program without running the finally block.
    Thread restore = new Thread(() -> restore(before));
    Runtime.getRuntime().addShutdownHook(restore);
    try {
      int read = System.in.read();
      return read < 0 ? 0 : (char) read;
    } catch (IOException e) {
      throw new UncheckedIOException("Reading from the terminal failed: " + e.getMessage(), e);
    } finally {
      Runtime.getRuntime().removeShutdownHook(restore);
      if (raw) {
        restore(before);
      }
    }
  }

  private static void restore(Optional<String> before) {
    before.ifPresent(Keyboard::stty);
  }

  /** Runs stty; empty if it fails. */
  static Optional<String> stty(String... arguments) {
    List<String> command = Stream.concat(Stream.of("stty"), Stream.of(arguments)).toList();
    try {
      Process stty =
          new ProcessBuilder(command)
              .redirectInput(ProcessBuilder.Redirect.INHERIT)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      String output = new String(stty.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return stty.waitFor() == 0 ? Optional.of(output.strip()) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }
}
