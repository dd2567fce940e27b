package tender.server.doctor.access;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import tender.server.doctor.installation.ServerInstallation;
import tender.support.doctor.CheckResult;
import tender.support.doctor.ConfigurationCheck;
import tender.support.doctor.FileAccess;
import tender.support.doctor.NamedCheck;

/** Whether only the server's account and its group can read the files with other secrets. */
public final class SecretAccessCheck extends NamedCheck<ServerInstallation> {
  public SecretAccessCheck() {
    super("secret-access", ConfigurationCheck.REQUIRED);
  }

  @Override
  public CheckResult run(ServerInstallation server) throws IOException {
    Map<String, Path> files = new TreeMap<>(server.config().secretFiles());
    files.remove(RestKeyAccessCheck.SETTING);
    files.values().removeIf(Files::notExists);
    for (Map.Entry<String, Path> secret : files.entrySet()) {
      FileAccess access = FileAccess.of(secret.getValue());
      if (access.isOpenToOthers()) {
        return CheckResult.fault(
            "%s, so that all accounts of this machine can use the secret of '%s'"
                .formatted(access, secret.getKey()),
            "chmod o= %s, and get another secret if other people use this machine."
                .formatted(secret.getValue()));
      }
    }
    return CheckResult.ok(files.isEmpty() ? "no file to protect" : files.values().toString());
  }
}
