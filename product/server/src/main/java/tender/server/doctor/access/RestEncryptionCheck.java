package tender.server.doctor.access;

import tender.server.ListenAddress;
import tender.server.doctor.installation.ServerInstallation;
import tender.support.doctor.CheckResult;
import tender.support.doctor.ConfigurationCheck;
import tender.support.doctor.NamedCheck;

/** Whether tokens could be read in the network. */
public final class RestEncryptionCheck extends NamedCheck<ServerInstallation> {
  public RestEncryptionCheck() {
    super("rest-encryption", ConfigurationCheck.REQUIRED);
  }

  @Override
  public CheckResult run(ServerInstallation server) {
    ListenAddress address = server.config().restListenAddress();
    if (server.tlsFiles().isPresent()) {
      return CheckResult.ok("REST uses TLS");
    }
    if (server.config().isTokenExposed()) {
      return CheckResult.fault(
          "REST is plain HTTP at %s:%d, which exposes the tokens of users"
              .formatted(address.host(), address.port()),
          "Set 'certificate' and 'key', or let REST listen on 127.0.0.1, or set 'behind_proxy: true' if a proxy that terminates TLS is in front.");
    }
    return CheckResult.ok(
        address.isLoopback() ? "REST listens on loopback only" : "REST is behind a proxy");
  }
}
