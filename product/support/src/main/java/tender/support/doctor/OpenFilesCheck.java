package tender.support.doctor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Whether the process may open enough files and connections.
 *
 * @param limits the limits of the process in the format of {@code /proc/self/limits}
 * @param needed below this number it is a warning, below a quarter of it a fault
 * @param unit the systemd unit whose limit to raise
 */
public record OpenFilesCheck<S>(Path limits, long needed, String unit) implements Check<S> {
  private static final String LINE = "Max open files";
  private static final int FAULT_FRACTION = 4;

  /** For this process: Java raises its own limit to the highest that it may have. */
  public OpenFilesCheck(long needed, String unit) {
    this(Path.of("/proc/self/limits"), needed, unit);
  }

  @Override
  public String name() {
    return "open-files";
  }

  @Override
  public CheckResult run(S installation) throws IOException {
    if (!Files.isReadable(limits)) {
      return CheckResult.ok("no limit known: there is no " + limits);
    }
    // Max open files            1024                 524288               files
    String hard =
        Files.readAllLines(limits).stream()
            .filter(line -> line.startsWith(LINE))
            .map(line -> line.substring(LINE.length()).strip().split("\\s+")[1])
            .findFirst()
            .orElse("unlimited");
    if (hard.equals("unlimited") || Long.parseLong(hard) >= needed) {
      return CheckResult.ok("at most " + hard + " open files");
    }
    String found = "at most %s open files, and %d are needed".formatted(hard, needed);
    String fix =
        "Set LimitNOFILE=65536 in the systemd unit %s, or 'ulimit -n' and /etc/security/limits.conf for the account."
            .formatted(unit);
    return Long.parseLong(hard) < needed / FAULT_FRACTION
        ? CheckResult.fault(found, fix)
        : CheckResult.warning(found, fix);
  }
}
