package tender.app.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import tender.testbed.Testbed;

/** The Debian packages of Slurm and PostgreSQL. */
final class DebianPackages {
  static final String INSTALL_LINE =
      "apt-get install --no-install-recommends slurmctld slurmd slurm-client"
          + " slurm-wlm-basic-plugins munge postgresql openssl";

  private DebianPackages() {}

  static boolean haveSlurm() {
    return isProgram("slurmctld") && isProgram("sbatch") && isProgram("munged");
  }

  static boolean havePostgres() {
    return isProgram("initdb") || isProgram("pg_ctlcluster") || isProgram("pg_ctl");
  }

  /** Installs missing packages; the user sees the output. */
  static void install() throws IOException, InterruptedException {
    String script = Testbed.script("install").toString();
    int code = new ProcessBuilder(script).inheritIO().start().waitFor();
    if (code != 0) {
      throw new IOException(script + " ended with exit code " + code + ".");
    }
  }

  private static boolean isProgram(String name) {
    String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
    return Stream.concat(Stream.of(path.split(":")), Stream.of("/usr/sbin"))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, name)));
  }
}
