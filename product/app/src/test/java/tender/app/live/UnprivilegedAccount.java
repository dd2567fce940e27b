package tender.app.live;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * An account without rights, under which a test that runs as root starts an agent. It cannot read
 * the Java libraries in root's home folder, so it gets copies of them.
 */
final class UnprivilegedAccount {
  private static final int USER = 65_534;

  private final Path libraries;

  /**
   * @param folder for the copies
   */
  UnprivilegedAccount(Path folder) throws IOException {
    libraries = Files.createDirectory(folder.resolve("libraries"));
    int copies = 0;
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      Path from = Path.of(entry);
      Path to = libraries.resolve(copies++ + "-" + from.getFileName());
      if (Files.isDirectory(from)) {
        copyTree(from, to);
      } else if (Files.exists(from)) {
        Files.copy(from, to);
      }
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
  void give(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.toList()) {
        Files.setAttribute(file, "unix:uid", USER, LinkOption.NOFOLLOW_LINKS);
        Files.setAttribute(file, "unix:gid", USER, LinkOption.NOFOLLOW_LINKS);
      }
    }
  }

  /** The command that runs a command of Java under this account. */
  List<String> command(List<String> java) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                "setpriv",
                "--reuid=" + USER,
                "--regid=" + USER,
                "--clear-groups",
                "--no-new-privs",
                "env",
                "HOME=/",
                "USER=nobody",
                "LOGNAME=nobody"));
    try (Stream<Path> copies = Files.list(libraries)) {
      List<String> entries =
          copies
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
