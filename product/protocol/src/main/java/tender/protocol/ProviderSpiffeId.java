package tender.protocol;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.List;
import tender.core.model.ProviderId;

/**
 * The provider's id in its certificate, {@code spiffe://tender/provider/<id>}. SPIFFE is the form
 * in which other programs expect the identity of a workload.
 */
public final class ProviderSpiffeId {
  private static final String PREFIX = "spiffe://tender/provider/";

  /** The type of a uniformResourceIdentifier among the alternative names, see RFC 5280. */
  private static final int URI = 6;

  private ProviderSpiffeId() {}

  public static String uri(ProviderId provider) {
    String escaped = URLEncoder.encode(provider.value(), StandardCharsets.UTF_8);
    return PREFIX + escaped.replace("+", "%20").replace("*", "%2A");
  }

  /** The provider that a certificate was issued to. */
  public static ProviderId read(X509Certificate certificate) throws MalformedMessageException {
    List<String> names;
    try {
      Collection<List<?>> all = certificate.getSubjectAlternativeNames();
      names =
          all == null
              ? List.of()
              : all.stream()
                  .filter(name -> Integer.valueOf(URI).equals(name.get(0)))
                  .map(name -> String.valueOf(name.get(1)))
                  .toList();
    } catch (CertificateParsingException e) {
      throw new MalformedMessageException("Cannot read the alternative names of a certificate.", e);
    }
    if (names.size() != 1 || !names.getFirst().startsWith(PREFIX)) {
      throw new MalformedMessageException(
          "A certificate has the names " + names + "; it must have one name, of a provider.");
    }
    try {
      String escaped = names.getFirst().substring(PREFIX.length());
      var provider = new ProviderId(URLDecoder.decode(escaped, StandardCharsets.UTF_8));
      if (!uri(provider).equals(names.getFirst())) {
        throw new MalformedMessageException(
            "A certificate has the name " + names + " in a non-canonical form.");
      }
      return provider;
    } catch (IllegalArgumentException e) {
      throw new MalformedMessageException(
          "A certificate has the name " + names + ", which is not a valid provider id.", e);
    }
  }
}
