package tender.server.doctor.access;

import io.helidon.common.pki.Keys;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.util.List;
import java.util.Optional;
import tender.server.doctor.installation.ServerInstallation;
import tender.support.doctor.CheckResult;
import tender.support.doctor.NamedCheck;
import tender.support.http.TlsFiles;

/** Whether the key for REST can be read and belongs to the certificate. */
public final class RestKeyCheck extends NamedCheck<ServerInstallation> {
  private static final byte[] SIGNED = {1};

  public RestKeyCheck() {
    super("rest-key", List.of(RestCertificateCheck.NAME));
  }

  @Override
  public CheckResult run(ServerInstallation server) {
    Optional<TlsFiles> files = server.tlsFiles();
    if (files.isEmpty()) {
      return CheckResult.ok("not used: REST is plain HTTP");
    }
    try {
      Keys keys = files.get().read();
      return isPair(keys.privateKey().orElseThrow(), keys.certChain().getFirst().getPublicKey())
          ? CheckResult.ok(files.get().key() + " belongs to the certificate")
          : CheckResult.fault(
              "the key %s does not belong to the certificate %s"
                  .formatted(files.get().key(), files.get().certificates()),
              "Name the key with which the certificate was requested, or get a certificate for this key.");
    } catch (GeneralSecurityException | RuntimeException e) {
      return CheckResult.fault(
          "cannot read the key " + files.get().key(),
          "Let the server's account read it. If it is encrypted or in another format: openssl pkcs8 -topk8 -nocrypt -in KEY -out NEW");
    }
  }

  /** Whether a signature of one can be verified with the other. */
  private static boolean isPair(PrivateKey key, PublicKey certified)
      throws GeneralSecurityException {
    if (!key.getAlgorithm().equals(certified.getAlgorithm())) {
      return false;
    }
    Signature signature =
        Signature.getInstance(
            switch (key.getAlgorithm()) {
              case "RSA" -> "SHA256withRSA";
              case "EC" -> "SHA256withECDSA";
              default -> key.getAlgorithm();
            });
    signature.initSign(key);
    signature.update(SIGNED);
    byte[] signed = signature.sign();
    signature.initVerify(certified);
    signature.update(SIGNED);
    return signature.verify(signed);
  }
}
