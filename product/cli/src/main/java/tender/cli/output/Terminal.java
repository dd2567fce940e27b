package tender.cli.output;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The target of a standard stream: a terminal, which shows colours and has a width, or a file or a
 * pipe, which get plain text. Java only knows whether input and output are both terminals; this
 * class checks each stream.
 */
public enum Terminal {
  /** Standard output. */
  OUT(1),
  /** Standard error. */
  ERR(2);

  private static final int DEFAULT_WIDTH = 80;

  private final int descriptor;

  Terminal(int descriptor) {
    this.descriptor = descriptor;
  }

  /**
   * Whether to use colours. The first rule that applies: NO_COLOR never, CLICOLOR_FORCE or
   * FORCE_COLOR always, CLICOLOR=0 or a dumb terminal never, else on a terminal.
   */
  public boolean showsColours(Map<String, String> environment) {
    if (!environment.getOrDefault("NO_COLOR", "").isEmpty()) {
      return false;
    }
    if (isOn(environment.get("CLICOLOR_FORCE")) || isOn(environment.get("FORCE_COLOR"))) {
      return true;
    }
    boolean dumb = "dumb".equals(environment.get("TERM"));
    return !dumb && !"0".equals(environment.get("CLICOLOR")) && isTerminal();
  }

  private static boolean isOn(@Nullable String value) {
    return value != null && !value.isEmpty() && !value.equals("0");
  }

  /** Whether it is a terminal. */
  public boolean isTerminal() {
    try {
      String target = Files.readSymbolicLink(Path.of("/proc/self/fd/" + descriptor)).toString();
      return target.startsWith("/dev/pts/")
          || target.startsWith("/dev/tty")
          || target.equals("/dev/console");
    } catch (IOException | UnsupportedOperationException e) {
      // Not Linux, or no /proc.
      return Keyboard.isInteractive();
    }
  }

  /** The number of columns; 80 if it is not a terminal or its width is unknown. */
  public int width() {
    return isTerminal() ? sttyWidth().orElse(DEFAULT_WIDTH) : DEFAULT_WIDTH;
  }

  private static Optional<Integer> sttyWidth() {
    try {
      return Keyboard.stty("-F", "/dev/tty", "size")
          .map(size -> size.split(" "))
          .filter(size -> size.length == 2)
          .map(size -> Integer.valueOf(size[1]))
          .filter(columns -> columns > 0);
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }
}
