package tender.research.experiment;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;

/** A command as it was given. */
final class CommandText {
  private CommandText() {}

  static List<String> of(CommandLine command) {
    List<String> words = new ArrayList<>();
    words.add("tender");
    CommandLine root = command;
    while (root.getParent() != null) {
      root = root.getParent();
    }
    words.addAll(root.getParseResult().originalArgs());
    return words;
  }
}
