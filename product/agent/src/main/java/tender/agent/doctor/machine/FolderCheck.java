package tender.agent.doctor.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import tender.agent.doctor.installation.AgentInstallation;
import tender.support.doctor.Check;
import tender.support.doctor.CheckResult;
import tender.support.doctor.ConfigurationCheck;
import tender.support.doctor.FileAccess;

/**
 * Whether a folder belongs to the agent, or can be created by it.
 *
 * @param name of the check
 * @param setting that names the folder
 */
public record FolderCheck(String name, String setting, Function<AgentInstallation, Path> folder)
    implements Check<AgentInstallation> {
  public static final String STATE = "state-folder";
  public static final String WORK = "work-folder";

  @Override
  public List<String> needs() {
    return ConfigurationCheck.REQUIRED;
  }

  @Override
  public CheckResult run(AgentInstallation agent) throws IOException {
    Path path = folder.apply(agent).toAbsolutePath();
    String create = "install -d -o %s %s".formatted(agent.user(), path);
    if (!Files.exists(path)) {
      Path above = existing(path);
      return Files.isDirectory(above) && canCreateIn(above, agent.user())
          ? CheckResult.ok(path + " does not exist; the agent creates it")
          : CheckResult.fault(
              "'%s' is %s, which does not exist and cannot be created in %s"
                  .formatted(setting, path, above),
              "As root: " + create);
    }
    if (!Files.isDirectory(path)) {
      return CheckResult.fault(
          "'%s' is %s, which is not a folder".formatted(setting, path),
          "Name another folder, or delete the file. Then, as root: " + create);
    }
    FileAccess access = FileAccess.of(path);
    if (!access.owner().equals(agent.user()) || !Files.isWritable(path)) {
      return CheckResult.fault(
          "'%s': %s, and the agent is %s".formatted(setting, access, agent.user()),
          "As root: chown -R %s %s && chmod u+rwx %s".formatted(agent.user(), path, path));
    }
    return CheckResult.ok(access.toString());
  }

  /** What this process may do says nothing about another account. */
  private static boolean canCreateIn(Path above, String user) throws IOException {
    return user.equals(System.getProperty("user.name"))
        ? Files.isWritable(above)
        : Files.getOwner(above).getName().equals(user);
  }

  private static Path existing(Path path) {
    Path found = path;
    while (!Files.exists(found) && found.getParent() != null) {
      found = found.getParent();
    }
    return found;
  }
}
