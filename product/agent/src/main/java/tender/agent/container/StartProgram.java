package tender.agent.container;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tender.agent.batch.BatchSystemException;
import tender.agent.batch.command.BatchCommandRunner;
import tender.agent.batch.command.TaskEnvironment;

/**
 * A copy of this machine's {@code env} with its libraries, which starts commands in containers.
 * Images have no program, in general, that makes a process react to SIGTERM again; and bubblewrap,
 * which starts it, must not react.
 */
final class StartProgram {
  private static final Path ENV = Path.of("/usr/bin/env");
  private static final BatchCommandRunner RUNNER = new BatchCommandRunner("GNU libc", List.of());

  /** A line of ldd: the name of a library and its file, or only the file of the loader. */
  private static final Pattern LIBRARY =
      Pattern.compile("\\s*(?:(?<name>[^\\s/]+) => )?(?<file>/\\S+) \\(0x[0-9a-f]+\\)");

  private StartProgram() {}

  /** Copies it to a folder that all nodes see. */
  static void install(Path folder) throws IOException {
    Files.createDirectories(folder);
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    for (Map.Entry<String, Path> file : files().entrySet()) {
      Path written = Files.createTempFile(folder, file.getKey(), ".new");
      Files.copy(file.getValue(), written, StandardCopyOption.REPLACE_EXISTING);
      Files.setPosixFilePermissions(written, PosixFilePermissions.fromString("rwxr-xr-x"));
      Files.move(written, folder.resolve(file.getKey()), StandardCopyOption.ATOMIC_MOVE);
    }
  }

  /** The files by their names in the folder. Fails if this is not a system with GNU libc. */
  static Map<String, Path> files() throws IOException {
    Map<String, Path> files = new HashMap<>();
    try {
      RUNNER
          .run(List.of("ldd", ENV.toString()), TaskEnvironment.inherited())
          .outputOrThrow()
          .lines()
          .map(LIBRARY::matcher)
          .filter(Matcher::matches)
          .forEach(
              line -> {
                String name = line.group("name");
                files.put(name == null ? "loader" : name, Path.of(line.group("file")));
              });
    } catch (BatchSystemException e) {
      throw new IOException("Cannot list the libraries of " + ENV + ": " + e.getMessage(), e);
    }
    if (!files.containsKey("loader")) {
      throw new IOException(ENV + " is not a program of a system with GNU libc.");
    }
    files.put("env", ENV);
    return files;
  }
}
