package tender.server.doctor.access;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import tender.server.doctor.installation.ServerInstallation;
import tender.support.doctor.CheckResult;
import tender.support.doctor.ConfigurationCheck;
import tender.support.doctor.FileAccess;
import tender.support.doctor.NamedCheck;

/** Whether only the server's account and its group can read the key for REST. */
public final class RestKeyAccessCheck extends NamedCheck<ServerInstallation> {
  static final String SETTING = "key";

  public RestKeyAccessCheck() {
    super("rest-key-access", ConfigurationCheck.REQUIRED);
  }

  @Override
  public CheckResult run(ServerInstallation server) throws IOException {
    Optional<Path> key = server.config().key();
    if (key.isEmpty() || !Files.exists(key.get())) {
      return CheckResult.ok("no key to protect");
    }
    FileAccess access = FileAccess.of(key.get());
    return access.isOpenToOthers()
        ? CheckResult.fault(
            access + ", so that all accounts of this machine can use the key",
            "chmod o= %s, and get a new key and certificate if other people use this machine."
                .formatted(key.get()))
        : CheckResult.ok(access.toString());
  }
}
