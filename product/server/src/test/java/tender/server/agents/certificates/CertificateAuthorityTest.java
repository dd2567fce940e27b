package tender.server.agents.certificates;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SignatureException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.SplittableRandom;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.pkcs.jcajce.JcaPKCS10CertificationRequestBuilder;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tender.core.model.ProviderId;
import tender.protocol.KeyPairs;
import tender.protocol.MalformedMessageException;
import tender.protocol.PemBundle;
import tender.protocol.ProviderSpiffeId;

class CertificateAuthorityTest {
  private static final String FOR_CLIENTS = "1.3.6.1.5.5.7.3.2";
  private static final String FOR_SERVERS = "1.3.6.1.5.5.7.3.1";
  private static final Duration WEEK = Duration.ofDays(7);

  private final CertificateAuthority authority = CertificateAuthority.create();

  @Test
  void authorityIsUnchangedAfterPemRoundTrip() throws Exception {
    CertificateAuthority read = CertificateAuthority.fromPem(authority.toPem());
    assertThat(read.fingerprint()).isEqualTo(authority.fingerprint());
    X509Certificate signed =
        read.signAgent(new ProviderId("p"), request(KeyPairs.generate()), WEEK);
    signed.verify(authority.certificate().getPublicKey());
    assertThat(CertificateAuthority.create().fingerprint()).isNotEqualTo(read.fingerprint());
  }

  @Test
  void agentCertificateNamesOnlyTheProvider() throws Exception {
    KeyPair keys = KeyPairs.generate();
    var provider = new ProviderId("a lab/of physics");
    X509Certificate signed = authority.signAgent(provider, request(keys, "CN=admin"), WEEK);
    assertThat(signed.getPublicKey()).isEqualTo(keys.getPublic());
    assertThat(ProviderSpiffeId.read(signed)).isEqualTo(provider);
    assertThat(signed.getSubjectAlternativeNames()).hasSize(1);
    assertThat(signed.getSubjectX500Principal().getName()).isEqualTo("CN=Tender agent");
    assertThat(signed.getExtendedKeyUsage()).containsExactly(FOR_CLIENTS);
    assertThat(signed.getBasicConstraints()).isNegative();
    assertThat(signed.getNotAfter().toInstant())
        .isBetween(Instant.now().plus(WEEK).minusSeconds(60), Instant.now().plus(WEEK));
    signed.checkValidity();
  }

  @Test
  void serverCertificateHasItsNamesAndNoProvider() throws Exception {
    X509Certificate issued =
        authority
            .issueServer(List.of("market.example", "192.0.2.7", "2001:db8::1"), WEEK)
            .certificate();
    assertThat(issued.getSubjectAlternativeNames().toString())
        .contains("market.example", "192.0.2.7", "2001:db8");
    assertThat(issued.getExtendedKeyUsage()).containsExactly(FOR_SERVERS);
    assertThatThrownBy(() -> ProviderSpiffeId.read(issued))
        .isInstanceOf(MalformedMessageException.class);
    assertThatThrownBy(
            () -> issued.verify(CertificateAuthority.create().certificate().getPublicKey()))
        .isInstanceOf(SignatureException.class);
  }

  @Test
  void requestSignedWithAnotherKeyIsRejected() throws Exception {
    KeyPair claimed = KeyPairs.generate();
    byte[] forged = request(new KeyPair(claimed.getPublic(), KeyPairs.generate().getPrivate()));
    assertThatThrownBy(() -> authority.signAgent(new ProviderId("p"), forged, WEEK))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("not signed with its own key");
  }

  @Test
  void weakKeyIsRejected() throws Exception {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
    generator.initialize(1024);
    KeyPair keys = generator.generateKeyPair();
    byte[] weak =
        new JcaPKCS10CertificationRequestBuilder(new X500Name("CN=weak"), keys.getPublic())
            .build(new JcaContentSignerBuilder("SHA256withRSA").build(keys.getPrivate()))
            .getEncoded();
    assertThatThrownBy(() -> authority.signAgent(new ProviderId("p"), weak, WEEK))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("256-bit");
  }

  @Tag("slow")
  @Test
  void tamperedRequestNeverCertifiesAnotherKey() throws Exception {
    KeyPair keys = KeyPairs.generate();
    byte[] valid = request(keys);
    int rejected = 0;
    for (int seed = 0; seed < 2_000; seed++) {
      var random = new SplittableRandom(seed);
      byte[] hostile = valid.clone();
      hostile[random.nextInt(hostile.length)] ^= (byte) (1 + random.nextInt(255));
      try {
        // A few bytes, such as unused bits, have no meaning.
        X509Certificate signed = authority.signAgent(new ProviderId("p"), hostile, WEEK);
        assertThat(signed.getPublicKey()).as("seed %d", seed).isEqualTo(keys.getPublic());
      } catch (IllegalArgumentException e) {
        rejected++;
      }
    }
    assertThat(rejected).isGreaterThan(1_900);
  }

  @Test
  void keyIsNotInToString() {
    assertThat(PemBundle.parse(authority.toPem()).toString())
        .contains("Tender market")
        .hasSizeLessThan(60);
  }

  private static byte[] request(KeyPair keys) throws Exception {
    return request(keys, "CN=anything");
  }

  private static byte[] request(KeyPair keys, String name) throws Exception {
    return new JcaPKCS10CertificationRequestBuilder(new X500Name(name), keys.getPublic())
        .build(new JcaContentSignerBuilder("SHA256withECDSA").build(keys.getPrivate()))
        .getEncoded();
  }
}
