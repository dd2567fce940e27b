package tender.protocol;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A private key, its certificate and the certificates of the authorities as one PEM text, so that
 * they are stored and replaced together.
 */
public record PemBundle(
    PrivateKey key, X509Certificate certificate, List<X509Certificate> authorities) {
  private static final Pattern BLOCK =
      Pattern.compile("-----BEGIN ([A-Z ]+)-----([A-Za-z0-9+/=\\s]+)-----END \\1-----");
  private static final String KEY = "PRIVATE KEY";
  private static final String CERTIFICATE = "CERTIFICATE";

  public PemBundle {
    authorities = List.copyOf(authorities);
  }

  public static PemBundle parse(String text) {
    var keys = new ArrayList<byte[]>();
    var certificates = new ArrayList<X509Certificate>();
    Matcher block = BLOCK.matcher(text);
    while (block.find()) {
      byte[] content = Base64.getMimeDecoder().decode(block.group(2));
      switch (block.group(1)) {
        case KEY -> keys.add(content);
        case CERTIFICATE -> certificates.add(certificate(content));
        default ->
            throw new IllegalArgumentException(
                "A PEM block is of type %s; it must be PRIVATE KEY or CERTIFICATE."
                    .formatted(block.group(1)));
      }
    }
    if (keys.size() != 1 || certificates.isEmpty()) {
      throw new IllegalArgumentException(
          "Found %d private keys and %d certificates; expected one key and its certificate."
              .formatted(keys.size(), certificates.size()));
    }
    return new PemBundle(
        key(keys.getFirst()),
        certificates.getFirst(),
        certificates.subList(1, certificates.size()));
  }

  /** The whole bundle as PEM; contains the private key. */
  public String text() {
    var text = new StringBuilder(keyText()).append(text(certificate));
    authorities.forEach(authority -> text.append(text(authority)));
    return text.toString();
  }

  /** The private key as PEM. */
  public String keyText() {
    return block(KEY, key.getEncoded());
  }

  /** A certificate as PEM. */
  public static String text(X509Certificate certificate) {
    return block(CERTIFICATE, encoded(certificate));
  }

  /** The DER form of a certificate. */
  public static byte[] encoded(X509Certificate certificate) {
    try {
      return certificate.getEncoded();
    } catch (CertificateException e) {
      throw new IllegalStateException("Cannot encode a certificate.", e);
    }
  }

  /** A certificate from its DER form. */
  public static X509Certificate certificate(byte[] encoded) {
    try {
      Certificate read =
          CertificateFactory.getInstance("X.509")
              .generateCertificate(new ByteArrayInputStream(encoded));
      if (read instanceof X509Certificate certificate) {
        return certificate;
      }
      throw new IllegalArgumentException("The certificate is not X.509.");
    } catch (CertificateException e) {
      throw new IllegalArgumentException("Cannot read the certificate.", e);
    }
  }

  /** Omits the private key. */
  @Override
  public String toString() {
    return "key of " + certificate.getSubjectX500Principal();
  }

  private static PrivateKey key(byte[] encoded) {
    try {
      return KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(encoded));
    } catch (GeneralSecurityException e) {
      throw new IllegalArgumentException("Cannot read the private key.", e);
    }
  }

  private static String block(String kind, byte[] content) {
    Base64.Encoder lines = Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII));
    return "-----BEGIN %s-----\n%s\n-----END %s-----\n"
        .formatted(kind, lines.encodeToString(content), kind);
  }
}
