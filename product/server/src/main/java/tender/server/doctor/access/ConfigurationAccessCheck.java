package tender.server.doctor.access;

import java.io.IOException;
import tender.server.doctor.installation.ServerInstallation;
import tender.support.doctor.CheckResult;
import tender.support.doctor.ConfigurationCheck;
import tender.support.doctor.FileAccess;
import tender.support.doctor.NamedCheck;

/** Whether only the server's account and its group can read the file with the password. */
public final class ConfigurationAccessCheck extends NamedCheck<ServerInstallation> {
  public ConfigurationAccessCheck() {
    super("configuration-access", ConfigurationCheck.REQUIRED);
  }

  @Override
  public CheckResult run(ServerInstallation server) throws IOException {
    FileAccess access = FileAccess.of(server.file());
    return access.isOpenToOthers()
        ? CheckResult.fault(
            access + ", so that all accounts of this machine can use the password in it",
            "chmod o= "
                + server.file()
                + ", and set another password if other people use this machine.")
        : CheckResult.ok(access.toString());
  }
}
