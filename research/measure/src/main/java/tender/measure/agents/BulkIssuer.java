package tender.measure.agents;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.pkcs.jcajce.JcaPKCS10CertificationRequestBuilder;
import tender.core.model.ProviderId;
import tender.protocol.KeyPairs;
import tender.protocol.PemBundle;
import tender.server.agents.certificates.CertificateAuthority;
import tender.server.agents.certificates.Issuance;
import tender.server.engine.agents.StoredAgentCertificates;
import tender.server.store.Database;

/** Enrols many providers with the market's authority and database, without connections. */
record BulkIssuer(Database database, CertificateAuthority authority) {
  private static final Duration VALIDITY = Duration.ofDays(7);
  private static final int THREADS = 8;

  /**
   * Issues a certificate to each provider.
   *
   * @param folder of a provider's identity
   */
  void issueAll(List<ProviderId> providers, Function<ProviderId, Path> folder)
      throws InterruptedException {
    try (ExecutorService executor = Executors.newFixedThreadPool(THREADS)) {
      List<Future<?>> issued =
          providers.stream()
              .<Future<?>>map(one -> executor.submit(() -> issue(one, folder.apply(one))))
              .toList();
      for (Future<?> one : issued) {
        one.get();
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException("A certificate could not be issued.", e);
    }
  }

  private void issue(ProviderId provider, Path folder) {
    KeyPair keys = KeyPairs.generate();
    try {
      byte[] request =
          new JcaPKCS10CertificationRequestBuilder(new X500Name("CN=agent"), keys.getPublic())
              .build(new JcaContentSignerBuilder("SHA256withECDSA").build(keys.getPrivate()))
              .getEncoded();
      X509Certificate certificate = authority.signAgent(provider, request, VALIDITY);
      String secret = database.providers().add(provider, VALIDITY.toMillis()).orElseThrow();
      new StoredAgentCertificates(database.agentCertificates(), _ -> {})
          .enrol(secret, provider, new Issuance(certificate, authority.fingerprint(), "127.0.0.1"));
      var pem = new PemBundle(keys.getPrivate(), certificate, List.of(authority.certificate()));
      Files.createDirectories(folder);
      Files.writeString(folder.resolve("identity.pem"), pem.text());
    } catch (OperatorCreationException e) {
      throw new IllegalStateException("A certificate request could not be created.", e);
    } catch (IOException e) {
      throw new UncheckedIOException("An identity could not be stored in " + folder, e);
    }
  }
}
