package tender.cli.slurm.job;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tender.cli.slurm.option.BatchScript;

/**
 * The files of this machine that a script or its arguments name. The text of the script is searched
 * for names of existing files; files that it writes by a redirection, and folders that it makes, do
 * not count.
 */
final class ScriptFiles {
  private static final int MAX_MATCHES = 20;

  /** A name with fewer characters beside its variables would match files by accident. */
  private static final int MIN_LETTERS = 2;

  private static final Pattern WRITTEN =
      Pattern.compile("\\d?&?>{1,2}\\|?\\s*(?!&)[^\\s;|&)]+|\\btee\\s+(?:-a\\s+)?[^\\s;|&)]+");
  private static final Pattern MADE = Pattern.compile("(?m)\\bmkdir\\b([^\\n;|&]*)");
  private static final Pattern SEPARATORS = Pattern.compile("[\\s;|&()<>\"'`=,]+");
  private static final Pattern HERE =
      Pattern.compile("^(?:\\$\\{?SLURM_SUBMIT_DIR\\}?/|\\$\\{?PWD\\}?/|\\./)+");
  private static final Pattern EXPANSION = Pattern.compile("\\$\\{[^}]*\\}|\\$[A-Za-z0-9_]+|[*?]");

  /** Every cluster has them, or has its own. */
  private static final Pattern OF_SYSTEM =
      Pattern.compile(
          "/(?:bin|boot|dev|etc|lib\\w*|mnt|opt|proc|run|sbin|sys|tmp|usr|var)?(?:/.*)?");

  private final Path folder;
  private final Set<String> relative = new TreeSet<>();
  private final Set<String> absolute = new TreeSet<>();

  /**
   * Searches a script.
   *
   * @param folder of the job
   */
  ScriptFiles(BatchScript script, List<String> arguments, Path folder) {
    this.folder = folder;
    String commands =
        script
            .text()
            .lines()
            .filter(line -> !line.strip().startsWith("#"))
            .reduce("", (a, b) -> a + b + "\n");
    List<String> made = words(commands, MADE);
    for (String word :
        SEPARATORS.split(MADE.matcher(WRITTEN.matcher(commands).replaceAll(" ")).replaceAll(" "))) {
      add(word, made);
    }
    arguments.forEach(word -> add(word, made));
  }

  /** Files and folders in the folder of the job, by their first names, which can be inputs. */
  Set<String> relative() {
    return relative;
  }

  /** Files elsewhere on this machine. */
  Set<String> absolute() {
    return absolute;
  }

  private static List<String> words(String commands, Pattern pattern) {
    List<String> words = new ArrayList<>();
    Matcher matcher = pattern.matcher(commands);
    while (matcher.find()) {
      words.addAll(List.of(SEPARATORS.split(matcher.group(1).strip())));
    }
    return words.stream().map(word -> HERE.matcher(word).replaceFirst("")).toList();
  }

  private void add(String word, List<String> made) {
    String name = HERE.matcher(word).replaceFirst("");
    if (name.isEmpty() || name.startsWith("-") || name.startsWith("site:")) {
      return;
    }
    if (made.stream().anyMatch(one -> name.equals(one) || name.startsWith(one + "/"))) {
      return;
    }
    try {
      if (name.startsWith("/") || name.startsWith("~/")) {
        addAbsolute(name);
      } else if (EXPANSION.matcher(name).find()) {
        addMatching(name);
      } else {
        addRelative(name);
      }
    } catch (InvalidPathException _) {
      // It is no name of a file.
    }
  }

  private void addAbsolute(String name) {
    Path file = Path.of(name.replaceFirst("^~", System.getProperty("user.home"))).normalize();
    if (EXPANSION.matcher(name).find() || !Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    if (file.startsWith(folder) && !file.equals(folder)) {
      absolute.add(name);
    } else if (!OF_SYSTEM.matcher(file.toString()).matches()) {
      absolute.add(name);
    }
  }

  private void addRelative(String name) {
    Path file = folder.resolve(name).normalize();
    if (file.startsWith(folder)
        && !file.equals(folder)
        && Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      relative.add(folder.relativize(file).toString());
    }
  }

  /** A name with a variable: the folder before it, or the files of this folder that match. */
  private void addMatching(String name) {
    Matcher expansion = EXPANSION.matcher(name);
    int at = expansion.find() ? expansion.start() : 0;
    int slash = name.lastIndexOf('/', at);
    if (slash > 0) {
      addRelative(name.substring(0, slash));
      return;
    }
    String glob = EXPANSION.matcher(name).replaceAll("*");
    if (glob.replaceAll("[^A-Za-z0-9]", "").length() < MIN_LETTERS
        || glob.contains("/")
        || glob.contains("\\")) {
      return;
    }
    try (Stream<Path> files = Files.list(folder)) {
      PathMatcher matcher = FileSystems.getDefault().getPathMatcher("glob:" + escaped(glob));
      files
          .map(Path::getFileName)
          .filter(matcher::matches)
          .map(Path::toString)
          .sorted()
          .limit(MAX_MATCHES)
          .forEach(relative::add);
    } catch (IOException e) {
      throw new UncheckedIOException("Listing " + folder + " failed: " + e.getMessage(), e);
    }
  }

  private static String escaped(String glob) {
    return glob.replaceAll("[\\[\\]{}]", "?");
  }
}
