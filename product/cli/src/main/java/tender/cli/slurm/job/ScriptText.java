package tender.cli.slurm.job;

import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tender.cli.slurm.option.BatchScript;

/**
 * What the text of a script says about its needs. A shell could say more, but would have to run it.
 */
final class ScriptText {
  private static final Pattern VARIABLE = Pattern.compile("\\$\\{?([A-Za-z_][A-Za-z0-9_]*)");
  private static final Pattern LOGIN =
      Pattern.compile("(?m)^\\s*(?:module|ml|spack|conda|mamba|(?:source|\\.) activate)\\b");
  private static final Pattern CLIENT =
      Pattern.compile(
          "(?m)(?:^|[;&|(`]|\\$\\()\\s*(sbatch|salloc|scontrol|squeue|scancel|sacct|sstat|sbcast|sattach|strigger)\\b");
  private static final Pattern PMI =
      Pattern.compile("(?m)^[^#\\n]*\\bsrun\\b[^\\n;|&]*?(--mpi[= ](?!none\\b|list\\b)\\S+)");

  /** Each login sets them, or the shell. */
  private static final Set<String> OF_EVERY_LOGIN =
      Set.of(
          "BASH",
          "BASHPID",
          "BASH_SOURCE",
          "BASH_VERSION",
          "COLUMNS",
          "DISPLAY",
          "EDITOR",
          "EUID",
          "FUNCNAME",
          "HOME",
          "HOSTNAME",
          "IFS",
          "LANG",
          "LC_ALL",
          "LD_LIBRARY_PATH",
          "LINENO",
          "LINES",
          "LOGNAME",
          "MAIL",
          "MANPATH",
          "OLDPWD",
          "OPTARG",
          "OPTIND",
          "PATH",
          "PPID",
          "PS1",
          "PWD",
          "RANDOM",
          "SECONDS",
          "SHELL",
          "SHLVL",
          "TERM",
          "TMPDIR",
          "TZ",
          "UID",
          "USER");

  private final String commands;

  ScriptText(BatchScript script) {
    commands =
        script
            .text()
            .lines()
            .filter(line -> !line.startsWith("#"))
            .reduce("", (a, b) -> a + b + "\n");
  }

  /** Whether the script uses functions that only a login shell has. */
  boolean needsLogin() {
    return LOGIN.matcher(commands).find();
  }

  /** The commands of Slurm that the script uses, except for srun. */
  Set<String> clientCommands() {
    return found(CLIENT);
  }

  /** The options of srun with which it would start processes of MPI. */
  Set<String> messagePassing() {
    return found(PMI);
  }

  private Set<String> found(Pattern pattern) {
    Set<String> found = new LinkedHashSet<>();
    Matcher matcher = pattern.matcher(commands);
    while (matcher.find()) {
      found.add(matcher.group(1));
    }
    return found;
  }

  /** The variables that the script uses and does not set, but that are set here. */
  Set<String> unsetVariables(Map<String, String> environment, Set<String> exported) {
    Set<String> used = new TreeSet<>();
    Matcher matcher = VARIABLE.matcher(commands);
    while (matcher.find()) {
      String name = matcher.group(1);
      if (environment.containsKey(name)
          && !exported.contains(name)
          && !OF_EVERY_LOGIN.contains(name)
          && !name.startsWith("SLURM_")
          && !isSet(name)) {
        used.add(name);
      }
    }
    return used;
  }

  private boolean isSet(String name) {
    return Pattern.compile(
            "(?m)(?:^|[\\s;&|(])%s\\+?=|\\bfor\\s+%s\\b|\\bread\\b[^\\n]*\\b%s\\b"
                .formatted(name, name, name))
        .matcher(commands)
        .find();
  }
}
