package tender.server.agents.certificates;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECPrivateKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.regex.Pattern;
import javax.crypto.KDF;
import javax.crypto.spec.HKDFParameterSpec;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509ExtensionUtils;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.jspecify.annotations.Nullable;
import tender.bagfile.Digest;
import tender.core.model.ProviderId;
import tender.protocol.KeyPairs;
import tender.protocol.PemBundle;
import tender.protocol.ProviderSpiffeId;
import tender.protocol.SubmitterStatement;

/**
 * The market's certificate authority. It issues certificates to the market's servers and to agents;
 * all servers share it. Its key could impersonate any of them, so it is stored with the market's
 * secrets, and the certificates that it issues expire within days.
 */
public final class CertificateAuthority {
  private static final Duration OWN_VALIDITY = Duration.ofDays(20 * 365);
  private static final int SERIAL_BITS = 127;

  /** Clocks differ, so certificates start earlier by this fraction of their validity. */
  private static final int EARLIER_FRACTION = 10;

  private static final Duration MAX_EARLIER = Duration.ofMinutes(5);
  private static final Pattern ADDRESS = Pattern.compile("[0-9.]+|[0-9a-fA-F:.]*:[0-9a-fA-F:.]*");
  private static final SecureRandom RANDOM = new SecureRandom();

  private final PemBundle own;

  private CertificateAuthority(PemBundle own) {
    this.own = own;
  }

  /** Creates a new authority for a new market. */
  public static CertificateAuthority create() {
    KeyPair keys = KeyPairs.generate();
    // The random name distinguishes the authorities of two markets in messages.
    X500Name name = new X500Name("CN=Tender market " + serial().toString(16).substring(0, 8));
    try {
      X509v3CertificateBuilder builder =
          builder(name, name, keys.getPublic(), OWN_VALIDITY)
              .addExtension(Extension.basicConstraints, true, new BasicConstraints(0))
              .addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign));
      return new CertificateAuthority(
          new PemBundle(keys.getPrivate(), sign(builder, keys.getPrivate()), List.of()));
    } catch (IOException e) {
      throw new IllegalStateException("Cannot create a certificate authority.", e);
    }
  }

  public static CertificateAuthority fromPem(String pem) {
    return new CertificateAuthority(PemBundle.parse(pem));
  }

  /** The private key and the certificate; keep secret. */
  public String toPem() {
    return own.text();
  }

  public X509Certificate certificate() {
    return own.certificate();
  }

  /** The fingerprint by which an agent verifies it; part of the enrolment token. */
  public Digest fingerprint() {
    return Digest.of(PemBundle.encoded(own.certificate()));
  }

  /** By its name, which is random: the signature was verified when the connection was opened. */
  boolean hasIssued(X509Certificate certificate) {
    return certificate.getIssuerX500Principal().equals(own.certificate().getSubjectX500Principal());
  }

  /**
   * Issues a certificate to a provider's agent. The request contains the public key and proves
   * possession of the private key; names in the request are ignored.
   *
   * @param request PKCS #10, DER
   * @throws IllegalArgumentException if the request is invalid
   */
  public X509Certificate signAgent(ProviderId provider, byte[] request, Duration validity) {
    GeneralName name =
        new GeneralName(GeneralName.uniformResourceIdentifier, ProviderSpiffeId.uri(provider));
    return signLeaf(
        "CN=Tender agent",
        SigningRequest.verifiedKey(request),
        validity,
        KeyPurposeId.id_kp_clientAuth,
        new GeneralNames(name));
  }

  /** Signs who submitted a work order. */
  public byte[] sign(SubmitterStatement statement) {
    return statement.sign(own.key());
  }

  /**
   * A secret that all servers of this market can derive, and that does not disclose the key.
   *
   * @param purpose secrets for different purposes are independent of each other
   */
  public byte[] deriveSecret(String purpose, int bytes) {
    try {
      byte[] key = ((ECPrivateKey) own.key()).getS().toByteArray();
      var parameters =
          HKDFParameterSpec.ofExtract()
              .addIKM(key)
              .thenExpand(purpose.getBytes(StandardCharsets.UTF_8), bytes);
      return KDF.getInstance("HKDF-SHA256").deriveData(parameters);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("Cannot derive a secret for " + purpose + ".", e);
    }
  }

  /** Issues a key and a certificate to a server of this market with these names. */
  public PemBundle issueServer(List<String> names, Duration validity) {
    KeyPair keys = KeyPairs.generate();
    GeneralName[] general =
        names.stream()
            .map(
                name ->
                    ADDRESS.matcher(name).matches()
                        ? new GeneralName(GeneralName.iPAddress, name)
                        : new GeneralName(GeneralName.dNSName, name))
            .toArray(GeneralName[]::new);
    X509Certificate certificate =
        signLeaf(
            "CN=Tender server",
            keys.getPublic(),
            validity,
            KeyPurposeId.id_kp_serverAuth,
            new GeneralNames(general));
    return new PemBundle(keys.getPrivate(), certificate, List.of(own.certificate()));
  }

  private X509Certificate signLeaf(
      String subject, PublicKey key, Duration validity, KeyPurposeId purpose, GeneralNames names) {
    try {
      X500Name issuer =
          X500Name.getInstance(own.certificate().getSubjectX500Principal().getEncoded());
      X509v3CertificateBuilder builder =
          builder(issuer, new X500Name(subject), key, validity)
              .addExtension(Extension.basicConstraints, true, new BasicConstraints(false))
              .addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature))
              .addExtension(Extension.extendedKeyUsage, true, new ExtendedKeyUsage(purpose))
              .addExtension(Extension.subjectAlternativeName, false, names)
              .addExtension(
                  Extension.authorityKeyIdentifier,
                  false,
                  new JcaX509ExtensionUtils()
                      .createAuthorityKeyIdentifier(own.certificate().getPublicKey()));
      return sign(builder, own.key());
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalStateException("Cannot create a certificate for " + subject + ".", e);
    }
  }

  private static X509v3CertificateBuilder builder(
      X500Name issuer, X500Name subject, PublicKey key, Duration validity) {
    Duration earlier = validity.dividedBy(EARLIER_FRACTION);
    Instant now = Instant.now();
    Instant from = now.minus(earlier.compareTo(MAX_EARLIER) < 0 ? earlier : MAX_EARLIER);
    return new JcaX509v3CertificateBuilder(
        issuer, serial(), Date.from(from), Date.from(now.plus(validity)), subject, key);
  }

  private static X509Certificate sign(X509v3CertificateBuilder builder, PrivateKey key) {
    try {
      byte[] encoded =
          builder.build(new JcaContentSignerBuilder("SHA256withECDSA").build(key)).getEncoded();
      return PemBundle.certificate(encoded);
    } catch (IOException | OperatorCreationException e) {
      throw new IllegalStateException("Cannot sign a certificate.", e);
    }
  }

  /** Whether it is the same authority. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof CertificateAuthority authority
        && own.certificate().equals(authority.own.certificate());
  }

  @Override
  public int hashCode() {
    return own.certificate().hashCode();
  }

  private static BigInteger serial() {
    return new BigInteger(SERIAL_BITS, RANDOM).setBit(SERIAL_BITS);
  }
}
