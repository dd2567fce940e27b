package tender.server.agents;

import java.io.IOException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECPublicKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.regex.Pattern;
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
import org.bouncycastle.operator.jcajce.JcaContentVerifierProviderBuilder;
import org.bouncycastle.pkcs.PKCSException;
import org.bouncycastle.pkcs.jcajce.JcaPKCS10CertificationRequest;
import tender.core.model.ProviderId;
import tender.protocol.KeyPairs;
import tender.protocol.PemBundle;
import tender.protocol.ProviderSpiffeId;
import tender.bagfile.Digest;

/**
 * The market's own authority, which says who is a server of the market and who is which provider.
 * All servers of a market have the same one. Whoever has its key can be anybody: it is kept where
 * the market's secrets are, and what it signs for others lives for days.
 */
public final class CertificateAuthority {
  private static final Duration OWN_LIFE = Duration.ofDays(20 * 365);
  private static final int SERIAL_BITS = 127;

  /** A certificate is valid from a little earlier, since clocks differ: this part of its life. */
  private static final int EARLIER = 10;

  private static final Duration MOST_EARLIER = Duration.ofMinutes(5);
  private static final Pattern ADDRESS = Pattern.compile("[0-9.]+|[0-9a-fA-F:.]*:[0-9a-fA-F:.]*");
  private static final SecureRandom RANDOM = new SecureRandom();

  private final PemBundle own;

  private CertificateAuthority(PemBundle own) {
    this.own = own;
  }

  /** A new one, as it is made when a market is set up. */
  public static CertificateAuthority create() {
    KeyPair keys = KeyPairs.generate();
    // Two markets' authorities are told apart by their names in messages.
    X500Name name = new X500Name("CN=Tender market " + serial().toString(16).substring(0, 8));
    try {
      X509v3CertificateBuilder builder =
          builder(name, name, keys.getPublic(), OWN_LIFE)
              .addExtension(Extension.basicConstraints, true, new BasicConstraints(0))
              .addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign));
      return new CertificateAuthority(
          new PemBundle(keys.getPrivate(), sign(builder, keys.getPrivate()), List.of()));
    } catch (IOException e) {
      throw new IllegalStateException("An authority cannot be made.", e);
    }
  }

  public static CertificateAuthority fromPem(String pem) {
    return new CertificateAuthority(PemBundle.parse(pem));
  }

  /** Its key and its certificate. Whoever reads it can be anybody. */
  public String toPem() {
    return own.text();
  }

  public X509Certificate certificate() {
    return own.certificate();
  }

  /** By which an agent knows it, as a part of the enrolment token. */
  public Digest fingerprint() {
    try {
      return Digest.of(own.certificate().getEncoded());
    } catch (CertificateEncodingException e) {
      throw new IllegalStateException("The authority's certificate cannot be written.", e);
    }
  }

  /**
   * A certificate for a provider's agent. The request gives the key and proves that its sender has
   * it; whatever names it asks for are not read.
   *
   * @param request PKCS #10, DER
   * @throws IllegalArgumentException if the request is not sound
   */
  X509Certificate signAgent(ProviderId provider, byte[] request, Duration life) {
    GeneralName name =
        new GeneralName(GeneralName.uniformResourceIdentifier, ProviderSpiffeId.uri(provider));
    return signLeaf(
        "CN=Tender agent",
        verifiedKey(request),
        life,
        KeyPurposeId.id_kp_clientAuth,
        new GeneralNames(name));
  }

  /** A key and a certificate for a server of this market that is called by these names. */
  PemBundle issueServer(List<String> names, Duration life) {
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
            life,
            KeyPurposeId.id_kp_serverAuth,
            new GeneralNames(general));
    return new PemBundle(keys.getPrivate(), certificate, List.of(own.certificate()));
  }

  private X509Certificate signLeaf(
      String subject, PublicKey key, Duration life, KeyPurposeId purpose, GeneralNames names) {
    try {
      X500Name issuer =
          X500Name.getInstance(own.certificate().getSubjectX500Principal().getEncoded());
      X509v3CertificateBuilder builder =
          builder(issuer, new X500Name(subject), key, life)
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
      throw new IllegalStateException("A certificate for " + subject + " cannot be made.", e);
    }
  }

  /** The key in a request, if the request is signed with it. */
  static PublicKey verifiedKey(byte[] request) {
    try {
      var parsed = new JcaPKCS10CertificationRequest(request);
      PublicKey key = parsed.getPublicKey();
      if (!(key instanceof ECPublicKey ec)
          || ec.getParams().getCurve().getField().getFieldSize() != KeyPairs.BITS) {
        throw new IllegalArgumentException("A key is not an elliptic one of 256 bits.");
      }
      if (!parsed.isSignatureValid(new JcaContentVerifierProviderBuilder().build(key))) {
        throw new IllegalArgumentException("A request is not signed with the key in it.");
      }
      return key;
    } catch (IOException
        | GeneralSecurityException
        | OperatorCreationException
        | PKCSException
        | RuntimeException e) {
      // The library's parsers throw all sorts of things at what is not a request.
      throw new IllegalArgumentException("A request for a certificate is not sound: " + e, e);
    }
  }

  private static X509v3CertificateBuilder builder(
      X500Name issuer, X500Name subject, PublicKey key, Duration life) {
    Duration earlier = life.dividedBy(EARLIER);
    Instant now = Instant.now();
    Instant from = now.minus(earlier.compareTo(MOST_EARLIER) < 0 ? earlier : MOST_EARLIER);
    return new JcaX509v3CertificateBuilder(
        issuer, serial(), Date.from(from), Date.from(now.plus(life)), subject, key);
  }

  private static X509Certificate sign(X509v3CertificateBuilder builder, PrivateKey key) {
    try {
      byte[] encoded =
          builder.build(new JcaContentSignerBuilder("SHA256withECDSA").build(key)).getEncoded();
      return PemBundle.certificate(encoded);
    } catch (IOException | OperatorCreationException e) {
      throw new IllegalStateException("A certificate cannot be signed.", e);
    }
  }

  private static BigInteger serial() {
    return new BigInteger(SERIAL_BITS, RANDOM).setBit(SERIAL_BITS);
  }
}
