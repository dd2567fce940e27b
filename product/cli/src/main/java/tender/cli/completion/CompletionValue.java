package tender.cli.completion;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Model.ArgSpec;

/**
 * The possible values of an argument or an option.
 *
 * @param words the values, for {@link Kind#WORDS}
 */
record CompletionValue(Kind kind, List<String> words) {
  private static final Set<String> FILE_LABELS =
      Set.of("FILE", "FILES", "DIR", "EXPERIMENT", "SCRIPT");

  enum Kind {
    /** One of the words. */
    WORDS,
    /** A file or a folder. */
    FILES,
    /** The id of one of the user's bags. */
    BAGS,
    /** Unknown values. */
    UNKNOWN
  }

  static CompletionValue of(ArgSpec argument) {
    List<String> words = new ArrayList<>();
    if (argument.completionCandidates() != null) {
      argument.completionCandidates().forEach(words::add);
    }
    if (!words.isEmpty()) {
      return new CompletionValue(Kind.WORDS, words);
    }
    Class<?> type = argument.type();
    if (type == Path.class || type == File.class || FILE_LABELS.contains(argument.paramLabel())) {
      return new CompletionValue(Kind.FILES, words);
    }
    return new CompletionValue(
        argument.paramLabel().equals("BAG") ? Kind.BAGS : Kind.UNKNOWN, words);
  }
}
