package tender.server.notifications;

import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * To which addresses the server sends requests for users. Only public ones, and those of networks
 * that the operator allows: a user must not reach through the server what only the server reaches.
 */
public final class NetworkPolicy {
  private static final int MAX_URL_LENGTH = 2_000;
  private static final int MIN_UNPRIVILEGED_PORT = 1_024;
  private static final int HTTP_PORT = 80;
  private static final int HTTPS_PORT = 443;
  private static final Duration LOOKUP_TIMEOUT = Duration.ofSeconds(3);

  /** By the registries of special-purpose addresses of IANA, for IPv4 and IPv6. */
  private static final List<AddressRange> NOT_PUBLIC =
      Stream.of(
              "0.0.0.0/8",
              "10.0.0.0/8",
              "100.64.0.0/10",
              "127.0.0.0/8",
              "169.254.0.0/16",
              "172.16.0.0/12",
              "192.0.0.0/24",
              "192.0.2.0/24",
              "192.88.99.0/24",
              "192.168.0.0/16",
              "198.18.0.0/15",
              "198.51.100.0/24",
              "203.0.113.0/24",
              "224.0.0.0/3")
          .map(AddressRange::parse)
          .toList();

  /** Unicast on the Internet. All other addresses of IPv6 are for special purposes. */
  private static final AddressRange PUBLIC_6 = AddressRange.parse("2000::/3");

  /** Within it: translations to IPv4, documentation, benchmarks and others. */
  private static final List<AddressRange> NOT_PUBLIC_6 =
      Stream.of("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20")
          .map(AddressRange::parse)
          .toList();

  private final List<AddressRange> allowed;
  private final HostResolver resolver;

  /** Finds the addresses of a host. */
  interface HostResolver {
    InetAddress[] resolve(String host) throws UnknownHostException;
  }

  /**
   * @param allowed networks that are not public, and to which requests may be sent
   */
  public NetworkPolicy(List<AddressRange> allowed) {
    this(allowed, InetAddress::getAllByName);
  }

  NetworkPolicy(List<AddressRange> allowed, HostResolver resolver) {
    this(allowed, resolver, LOOKUP_TIMEOUT);
  }

  /**
   * @param resolver may block
   * @param lookupTimeout after which a host is taken for unknown
   */
  NetworkPolicy(List<AddressRange> allowed, HostResolver resolver, Duration lookupTimeout) {
    this.allowed = List.copyOf(allowed);
    this.resolver = new NameLookups(resolver, lookupTimeout);
  }

  /** A URL that is possible for a webhook. Resolves no name. */
  URI parse(String url) throws DeliveryException {
    try {
      URI uri = new URI(url);
      String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
      if (url.length() > MAX_URL_LENGTH
          || uri.getHost() == null
          || uri.getRawUserInfo() != null
          || uri.getRawFragment() != null
          || !(scheme.equals("https") || scheme.equals("http"))
          || !url.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
        throw new DeliveryException(
            "it must be an https URL of at most 2000 characters without user and fragment");
      }
      if (uri.getHost().endsWith(".")) {
        // No certificate is for such a name.
        throw new DeliveryException("the host must be written without a dot at its end");
      }
      int port = port(uri);
      if (port != HTTPS_PORT && port != HTTP_PORT && port < MIN_UNPRIVILEGED_PORT) {
        throw new DeliveryException(
            "the port %d is not possible: use 443, 80, or one from 1024".formatted(port));
      }
      return uri;
    } catch (URISyntaxException e) {
      throw new DeliveryException("it is no URL", e);
    }
  }

  static boolean isEncrypted(URI url) {
    return url.getScheme().equalsIgnoreCase("https");
  }

  static int port(URI url) {
    return url.getPort() >= 0 ? url.getPort() : isEncrypted(url) ? HTTPS_PORT : HTTP_PORT;
  }

  /**
   * The addresses of a webhook. The caller connects to these and does not resolve the name again,
   * because the answer could be another one then.
   */
  List<InetAddress> resolve(URI url) throws DeliveryException {
    InetAddress[] addresses;
    try {
      addresses = resolver.resolve(url.getHost());
    } catch (UnknownHostException e) {
      throw new DeliveryException(
          "the host %s is unknown, or its name servers do not answer".formatted(url.getHost()), e);
    }
    // A name with several addresses is refused for one of them: the user could choose which one is
    // used.
    for (InetAddress address : addresses) {
      boolean isAllowed = allowed.stream().anyMatch(range -> range.contains(address));
      if (!isAllowed && !isPublic(address)) {
        throw new DeliveryException(
            "%s has the address %s, which is not public, and the operator does not allow its network"
                .formatted(url.getHost(), address.getHostAddress()));
      }
      if (!isAllowed && !isEncrypted(url)) {
        throw new DeliveryException(
            "plain http is possible only to networks that the operator allows: use https");
      }
    }
    return Arrays.asList(addresses);
  }

  static boolean isPublic(InetAddress address) {
    // Java makes an IPv4 address of one that is mapped to IPv6.
    boolean isVersion4 = address.getAddress().length == 4;
    if (address.isAnyLocalAddress()
        || address.isLoopbackAddress()
        || address.isLinkLocalAddress()
        || address.isSiteLocalAddress()
        || address.isMulticastAddress()) {
      return false;
    }
    return isVersion4
        ? NOT_PUBLIC.stream().noneMatch(range -> range.contains(address))
        : PUBLIC_6.contains(address)
            && NOT_PUBLIC_6.stream().noneMatch(range -> range.contains(address));
  }
}
