package tender.cli.slurm.job;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tender.cli.slurm.option.BatchScript;

/** Compares what a script uses with what its tasks will have on other clusters. */
final class ScriptChecks {
  private final BatchScript script;
  private final ScriptText text;
  private final Problems problems;
  private final List<String> warnings;

  ScriptChecks(BatchScript script, Problems problems, List<String> warnings) {
    this.script = script;
    this.problems = problems;
    this.warnings = warnings;
    text = new ScriptText(script);
  }

  /** Whether the script uses functions that only a login shell has. */
  boolean needsLogin() {
    return text.needsLogin();
  }

  /** Checks the commands and the variables that the script uses. */
  void checkCommands(Map<String, String> environment, Set<String> exported) {
    for (String option : text.messagePassing()) {
      problems.add(
          script.name() + ": srun " + option,
          "srun starts processes without PMI in a task of a bag; start them with mpirun, on one node");
    }
    for (String command : text.clientCommands()) {
      warnings.add(
          "%s uses %s: tasks run on other clusters and cannot use the commands of yours."
              .formatted(script.name(), command));
    }
    Set<String> missing = text.unsetVariables(environment, exported);
    if (!missing.isEmpty()) {
      warnings.add(
          "%s uses %s, which this terminal sets and the tasks will not have; to pass it on: --export=%s"
              .formatted(script.name(), String.join(" and ", missing), String.join(",", missing)));
    }
  }

  /**
   * Checks the files that the script names. A script that does not find its files would fail at
   * each task, so the job is refused, unless the user has decided about inputs.
   *
   * @param folder of the job
   * @param isDecided whether the user has given inputs, or none
   */
  void checkFiles(List<String> arguments, Path folder, List<String> inputs, boolean isDecided) {
    ScriptFiles named = new ScriptFiles(script, arguments, folder);
    List<String> absent =
        named.relative().stream().filter(name -> !isAmong(inputs, Path.of(name))).toList();
    List<String> sentences = new ArrayList<>();
    if (!absent.isEmpty()) {
      sentences.add(
          "%s names %s in %s, which the tasks will not have: they run on other clusters. To send it: --inputs=%s"
              .formatted(
                  script.name(), String.join(", ", absent), folder, String.join(",", absent)));
    }
    if (!named.absolute().isEmpty()) {
      sentences.add(
          "%s names %s, which the tasks will not have. Put it below %s, name it without a folder in front, and send it with --inputs"
              .formatted(script.name(), String.join(", ", named.absolute()), folder));
    }
    if (isDecided) {
      sentences.forEach(sentence -> warnings.add(sentence + "."));
    } else if (!sentences.isEmpty()) {
      throw new IllegalArgumentException(
          "The job is not submitted.\n  %s.\nIf the tasks need no files: --inputs=none. A line \"#TENDER --inputs=…\" in the script has the same effect."
              .formatted(String.join(".\n  ", sentences)));
    }
  }

  private static boolean isAmong(List<String> inputs, Path file) {
    return inputs.stream().map(input -> Path.of(input).normalize()).anyMatch(file::startsWith);
  }
}
