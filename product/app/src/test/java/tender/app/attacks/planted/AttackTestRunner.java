package tender.app.attacks.planted;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/**
 * Runs tests of attacks, each time in a new process. The changed class of a planted regression is
 * compiled into a folder that is first on the class path of that process. The checkout and its
 * compiled classes stay as they are.
 */
final class AttackTestRunner {
  /** For one test; all of them together have this time for each. */
  private static final Duration TIMEOUT = Duration.ofMinutes(4);

  private static final Duration STOP_TIMEOUT = Duration.ofSeconds(20);
  private static final String CLASS_PATH = System.getProperty("java.class.path");

  private final Path folder;

  /**
   * @param folder for the changed classes and the output of the tests
   */
  AttackTestRunner(Path folder) {
    this.folder = folder;
  }

  /** Runs tests with all defences, and returns their failures, if any. */
  Optional<String> run(Collection<String> tests) throws IOException, InterruptedException {
    return run(CLASS_PATH, "unchanged", tests);
  }

  /** Runs the test of a regression without the defence, and returns its failure, if it fails. */
  Optional<String> run(PlantedRegression regression) throws IOException, InterruptedException {
    Path classes = Files.createDirectories(folder.resolve(regression.name()));
    compile(regression, classes);
    return run(
        classes.toAbsolutePath() + File.pathSeparator + CLASS_PATH,
        regression.name(),
        List.of(regression.test()));
  }

  private static void compile(PlantedRegression regression, Path classes) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    String text = regression.changedSource();
    URI uri = URI.create("string:///" + regression.className().replace('.', '/') + ".java");
    JavaFileObject source =
        new SimpleJavaFileObject(uri, JavaFileObject.Kind.SOURCE) {
          @Override
          public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
          }
        };
    var messages = new StringWriter();
    List<String> options =
        List.of("-cp", CLASS_PATH, "-d", classes.toString(), "-proc:none", "-parameters");
    if (!compiler.getTask(messages, null, null, options, null, List.of(source)).call()) {
      throw new IllegalStateException(
          "%s does not compile with the planted regression %s:%n%s"
              .formatted(regression.source(), regression.name(), messages));
    }
  }

  private Optional<String> run(String classPath, String name, Collection<String> tests)
      throws IOException, InterruptedException {
    Path report = folder.resolve(name + ".txt");
    Path log = folder.resolve(name + ".log");
    Files.deleteIfExists(report);
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                // The processes are short-lived and share two processors.
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                classPath,
                AttackTestMain.class.getName(),
                report.toString()));
    command.addAll(tests);
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectInput(Path.of("/dev/null").toFile())
            .redirectOutput(log.toFile())
            .start();
    try {
      Duration timeout = TIMEOUT.multipliedBy(tests.size());
      if (!process.waitFor(timeout.toSeconds(), TimeUnit.SECONDS)) {
        throw new IllegalStateException("The test did not end within " + timeout + "; see " + log);
      }
      return switch (process.exitValue()) {
        case AttackTestMain.PASSED -> Optional.empty();
        case AttackTestMain.FAILED -> Optional.of(Files.readString(report));
        default -> throw new IllegalStateException("The test could not be run; see " + log);
      };
    } finally {
      stop(process);
    }
  }

  /** Gives the process the time to stop its database. */
  private static void stop(Process process) throws InterruptedException {
    process.destroy();
    if (!process.waitFor(STOP_TIMEOUT.toSeconds(), TimeUnit.SECONDS)) {
      process.destroyForcibly().waitFor();
    }
  }
}
