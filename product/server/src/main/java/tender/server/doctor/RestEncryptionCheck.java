package tender.server.doctor;

import tender.server.ListenAddress;
import tender.support.doctor.CheckResult;
import tender.support.doctor.NamedCheck;

/** Whether tokens could be read in the network. */
final class RestEncryptionCheck extends NamedCheck<ServerInstallation> {
  RestEncryptionCheck() {
    super("rest-encryption", ServerDoctor.CONFIGURED);
  }

  @Override
  public CheckResult run(ServerInstallation server) {
    ListenAddress address = server.config().restListenAddress();
    if (server.tlsFiles().isPresent()) {
      return CheckResult.ok("REST uses TLS");
    }
    return address.isLoopback()
        ? CheckResult.ok("REST listens on loopback only")
        : CheckResult.warning(
            "REST is plain HTTP at %s:%d, which exposes the tokens of users"
                .formatted(address.host(), address.port()),
            "Set 'certificate' and 'key', or let REST listen on 127.0.0.1 behind a proxy that terminates TLS.");
  }
}
