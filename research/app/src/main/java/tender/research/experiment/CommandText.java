package tender.research.experiment;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;

/** The command line as the user typed it. */
final class CommandText {
  private CommandText() {}

  static List<String> of(CommandLine command) {
    CommandLine root = command;
    while (root.getParent() != null) {
      root = root.getParent();
    }
    List<String> words = new ArrayList<>();
    words.add(root.getCommandName());
    words.addAll(root.getParseResult().originalArgs());
    return words;
  }
}
