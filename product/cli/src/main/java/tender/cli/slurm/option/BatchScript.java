package tender.cli.slurm.option;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.ParameterException;
import tender.support.input.Printable;

/**
 * A script for {@code sbatch}.
 *
 * @param name of its file, without folders
 * @param options of its lines that begin with {@code #SBATCH} or {@code #TENDER}
 */
public record BatchScript(String name, String text, OptionValues options) {
  private static final String SLURM = "#SBATCH";
  private static final String TENDER = "#TENDER";
  private static final Set<String> COMPONENTS = Set.of("hetjob", "packjob");

  /** A command in place of a script, as {@code --wrap} makes it. */
  public static BatchScript wrapping(String command) {
    return new BatchScript(
        "wrap",
        "#!/bin/sh\n# This script was created by sbatch --wrap.\n\n" + command + "\n",
        OptionParser.ofSlurm(List.of()));
  }

  /**
   * Reads a script, with the options before its first command.
   *
   * @throws IllegalArgumentException if it is not a script, or an option is unknown
   */
  public static BatchScript read(String name, String text) {
    if (!text.startsWith("#!")) {
      throw new IllegalArgumentException(
          "%s is not a batch script. Its first line must be #! and an interpreter, such as #!/bin/bash."
              .formatted(name));
    }
    if (text.contains("\r\n")) {
      throw new IllegalArgumentException(
          "%s has line breaks of DOS (\\r\\n). Convert it, for example with: dos2unix %s"
              .formatted(name, name));
    }
    List<String> ofSlurm = new ArrayList<>();
    List<String> ofTender = new ArrayList<>();
    int number = 0;
    for (String line : text.lines().toList()) {
      number++;
      if (isOptionLine(line, SLURM)) {
        List<String> words = ShellWords.of(line.substring(SLURM.length()));
        requireSingleJob(name, number, words);
        check(name, number, words, true);
        ofSlurm.addAll(words);
      } else if (isOptionLine(line, TENDER)) {
        List<String> words = ShellWords.of(line.substring(TENDER.length()));
        check(name, number, words, false);
        ofTender.addAll(words);
      } else if (!line.isBlank() && !line.startsWith("#")) {
        break;
      }
    }
    return new BatchScript(
        name, text, OptionParser.ofTender(ofTender).orElse(OptionParser.ofSlurm(ofSlurm)));
  }

  private static boolean isOptionLine(String line, String prefix) {
    return line.startsWith(prefix)
        && line.length() > prefix.length()
        && Character.isWhitespace(line.charAt(prefix.length()));
  }

  private static void requireSingleJob(String name, int number, List<String> words) {
    if (!words.isEmpty() && (COMPONENTS.contains(words.getFirst()) || words.contains(":"))) {
      throw new RefusedOptionException(
          List.of(
              "%s, line %d: %s: a bag has equal tasks, each on one node, so a heterogeneous job cannot be submitted; submit its components as jobs of their own"
                  .formatted(name, number, Printable.of(words.getFirst()))));
    }
  }

  /** Parses the line alone, so that an error names it. */
  private static void check(String name, int number, List<String> words, boolean isOfSlurm) {
    try {
      var _ = isOfSlurm ? OptionParser.ofSlurm(words) : OptionParser.ofTender(words);
    } catch (ParameterException e) {
      throw new IllegalArgumentException(
          "%s, line %d: %s. Correct the line; docs/use/sbatch.md lists the options."
              .formatted(name, number, e.getMessage()),
          e);
    }
  }
}
