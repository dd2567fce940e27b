package tender.cli.completion;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Model.ArgSpec;

/**
 * What can stand for an argument or an option's value.
 *
 * @param words the values, for {@link Kind#WORDS}
 */
record Completed(Kind kind, List<String> words) {
  private static final Set<String> FILE_LABELS = Set.of("FILE", "DIR", "EXPERIMENT");

  enum Kind {
    /** One of the words. */
    WORDS,
    /** A file or a folder. */
    FILES,
    /** The id of one of the person's bags. */
    BAGS,
    /** Something that cannot be known. */
    NOTHING
  }

  static Completed of(ArgSpec argument) {
    List<String> words = new ArrayList<>();
    if (argument.completionCandidates() != null) {
      argument.completionCandidates().forEach(words::add);
    }
    if (!words.isEmpty()) {
      return new Completed(Kind.WORDS, words);
    }
    Class<?> type = argument.type();
    if (type == Path.class || type == File.class || FILE_LABELS.contains(argument.paramLabel())) {
      return new Completed(Kind.FILES, words);
    }
    return new Completed(argument.paramLabel().equals("BAG") ? Kind.BAGS : Kind.NOTHING, words);
  }
}
