package tender.agent.batch.slurm;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the owner adds to every submission.
 *
 * @param account that is charged for the jobs
 * @param qos quality of service of the jobs
 * @param extra further options of sbatch, in their long form
 */
public record SlurmOptions(Optional<String> account, Optional<String> qos, List<String> extra) {
  public static final SlurmOptions NONE =
      new SlurmOptions(Optional.empty(), Optional.empty(), List.of());

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.@+-]*");
  private static final Pattern OPTION =
      Pattern.compile("--([a-z][a-z0-9-]*)(=[^\\p{Cntrl}]*)?", Pattern.UNICODE_CHARACTER_CLASS);

  /** Options that have a setting of their own. */
  private static final List<String> SETTINGS = List.of("account", "partition", "qos");

  /** Options that the agent sets itself, or that would hide its jobs or their ids from it. */
  private static final List<String> RESERVED =
      List.of(
          "array",
          "batch",
          "begin",
          "chdir",
          "clusters",
          "comment",
          "cpus-per-task",
          "deadline",
          "dependency",
          "error",
          "export",
          "export-file",
          "gid",
          "help",
          "hold",
          "ignore-pbs",
          "job-name",
          "nice",
          "no-requeue",
          "ntasks",
          "output",
          "parsable",
          "quiet",
          "requeue",
          "reservation",
          "test-only",
          "time",
          "time-min",
          "uid",
          "usage",
          "verbose",
          "version",
          "wait",
          "wrap");

  public SlurmOptions {
    account.ifPresent(name -> requireName("slurm.account", name));
    qos.ifPresent(name -> requireName("slurm.qos", name));
    extra = List.copyOf(extra);
    extra.forEach(SlurmOptions::requireAllowed);
  }

  private static void requireName(String setting, String name) {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "The setting '%s' is '%s', and must be a name of letters, digits and _ . @ + -."
              .formatted(setting, name));
    }
  }

  private static void requireAllowed(String option) {
    Matcher matcher = OPTION.matcher(option);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          ("The setting 'slurm.extra_options' has '%s', but each option must be in its long form,"
                  + " such as \"--mem-per-cpu=500M\".")
              .formatted(option));
    }
    String name = matcher.group(1);
    // sbatch accepts abbreviations of its options.
    for (String setting : SETTINGS) {
      if (setting.startsWith(name)) {
        throw new IllegalArgumentException(
            "The setting 'slurm.extra_options' has '%s'. Remove it, and use the setting 'slurm.%s'."
                .formatted(option, setting));
      }
    }
    for (String reserved : RESERVED) {
      if (reserved.startsWith(name)) {
        throw new IllegalArgumentException(
            ("The setting 'slurm.extra_options' has '%s', but the agent sets --%s itself or depends"
                    + " on its default. Remove it.")
                .formatted(option, reserved));
      }
    }
  }

  /** The arguments for sbatch. */
  public List<String> arguments() {
    List<String> arguments = new ArrayList<>();
    account.ifPresent(name -> arguments.add("--account=" + name));
    qos.ifPresent(name -> arguments.add("--qos=" + name));
    arguments.addAll(extra);
    return arguments;
  }
}
