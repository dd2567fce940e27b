package tender.app.live;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * An account with few rights, under which a test that runs as root starts an agent. It cannot read
 * the Java libraries in root's home folder, so it gets copies of them.
 */
public final class UnprivilegedAccount {
  private static final String LIBRARIES = "lib";

  private final String name;
  private final String group;
  private final Path libraries;

  /**
   * @param name of an account that exists
   * @param folder for the copies
   */
  public UnprivilegedAccount(String name, Path folder) throws IOException {
    this.name = name;
    try (InputStream printed = new ProcessBuilder("id", "-g", name).start().getInputStream()) {
      group = new String(printed.readAllBytes(), StandardCharsets.UTF_8).strip();
    }
    libraries = Files.createDirectory(folder.resolve("libraries"));
    int copies = 0;
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      Path from = Path.of(entry);
      Path to = libraries.resolve(copies++ + "-" + from.getFileName());
      if (Files.isDirectory(from)) {
        copyTree(from, to);
      } else if (Files.exists(from)) {
        Files.copy(from, to);
        copyLibrariesBeside(from);
      }
    }
  }

  /**
   * The settings of an agent that runs as the tests' own user, which may be root, with tasks of the
   * tests only.
   */
  static String withoutIsolation(String settings) {
    return settings.contains("isolation:") ? settings : "isolation: none\n" + settings;
  }

  /** A program's JAR refers to those in the folder lib beside it. */
  private void copyLibrariesBeside(Path jar) throws IOException {
    Path from = jar.resolveSibling(LIBRARIES);
    Path to = libraries.resolve(LIBRARIES);
    if (Files.isDirectory(from) && !Files.exists(to)) {
      copyTree(from, to);
    }
  }

  private static void copyTree(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Files.copy(file, to.resolve(from.relativize(file)));
      }
    }
  }

  /** Makes the account the owner of a folder and everything in it. */
  public void give(Path folder) throws Exception {
    // With the colon, its group gets the files too.
    int code =
        new ProcessBuilder("chown", "-R", name + ":", folder.toString())
            .inheritIO()
            .start()
            .waitFor();
    if (code != 0) {
      throw new IOException("chown failed with exit code " + code + ".");
    }
  }

  /** The command that runs a command of Java under this account. */
  public List<String> command(List<String> java) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                "setpriv",
                "--reuid=" + name,
                "--regid=" + group,
                "--init-groups",
                "env",
                "HOME=/",
                "USER=" + name,
                "LOGNAME=" + name));
    try (Stream<Path> copies = Files.list(libraries)) {
      List<String> entries =
          copies
              .filter(copy -> !copy.endsWith(LIBRARIES))
              .sorted((a, b) -> Integer.compare(position(a), position(b)))
              .map(Path::toString)
              .toList();
      for (String word : java) {
        command.add(
            word.equals(System.getProperty("java.class.path"))
                ? String.join(File.pathSeparator, entries)
                : word);
      }
    }
    return command;
  }

  /** Of the entry in the class path, of which the order matters. */
  private static int position(Path copy) {
    String name = copy.getFileName().toString();
    return Integer.parseInt(name.substring(0, name.indexOf('-')));
  }
}
