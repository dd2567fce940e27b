package tender.server.doctor;

import java.io.IOException;
import tender.support.doctor.CheckResult;
import tender.support.doctor.FileAccess;
import tender.support.doctor.NamedCheck;

/** Whether only the server's account and its group can read the file with the password. */
final class ConfigurationAccessCheck extends NamedCheck<ServerInstallation> {
  ConfigurationAccessCheck() {
    super("configuration-access", ServerDoctor.CONFIGURED);
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
