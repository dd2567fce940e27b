package tender.server.notifications;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NetworkPolicyTest {
  private static final NetworkPolicy PUBLIC = new NetworkPolicy(List.of());

  private static void resolve(NetworkPolicy policy, String url) throws DeliveryException {
    policy.resolve(policy.parse(url));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "127.0.0.1",
        "127.1.2.3",
        "0.0.0.0",
        "10.1.2.3",
        "100.64.1.1",
        "169.254.169.254",
        "172.16.0.1",
        "172.31.255.255",
        "192.168.1.1",
        "198.18.0.1",
        "224.0.0.1",
        "240.0.0.1",
        "255.255.255.255",
        "[::1]",
        "[::]",
        "[fe80::1]",
        "[fd00::1]",
        "[fc00::1]",
        "[ff02::1]",
        "[::ffff:127.0.0.1]",
        "[::ffff:10.0.0.1]",
        "[::127.0.0.1]",
        "[64:ff9b::7f00:1]",
        "[2002:7f00:1::]",
        "[2001::1]",
        "localhost",
        "2130706433",
        "0x7f.1"
      })
  void addressesThatAreNotPublicAreRefused(String host) {
    assertThatThrownBy(() -> resolve(PUBLIC, "https://" + host + "/"))
        .isInstanceOf(DeliveryException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"93.184.216.34", "172.32.0.1", "100.128.0.1", "[2606:4700::1111]"})
  void publicAddressesArePossible(String host) {
    assertThatCode(() -> resolve(PUBLIC, "https://" + host + "/")).doesNotThrowAnyException();
    assertThatThrownBy(() -> resolve(PUBLIC, "http://" + host + "/")).hasMessageContaining("https");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ftp://93.184.216.34/",
        "file:///etc/passwd",
        "https://user@93.184.216.34/",
        "https://93.184.216.34/#a",
        "https://93.184.216.34:22/",
        "https://93.184.216.34:25/",
        "https:///path",
        "https://example.org./",
        "https://a b/",
        "https://exämple.org/",
        "https://93.184.216.34/\r\nX: y",
        "//93.184.216.34/",
        "nothing"
      })
  void otherUrlsAreRefused(String url) {
    assertThatThrownBy(() -> PUBLIC.parse(url)).isInstanceOf(DeliveryException.class);
  }

  @Test
  void operatorAllowsNetworks() {
    NetworkPolicy policy =
        new NetworkPolicy(
            List.of(AddressRange.parse("127.0.0.0/8"), AddressRange.parse("fd00::/8")));
    assertThatCode(() -> resolve(policy, "http://127.0.0.1:8080/")).doesNotThrowAnyException();
    assertThatCode(() -> resolve(policy, "https://[fd00::1]/")).doesNotThrowAnyException();
    assertThatThrownBy(() -> resolve(policy, "https://10.0.0.1/"))
        .hasMessageContaining("not public");
  }

  /** A user chooses the name, and so how long its name servers take. */
  @Test
  @Timeout(60)
  void slowNameServerStopsNoOtherRequest() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    AtomicBoolean isOnThreadOfRequests = new AtomicBoolean();
    NetworkPolicy policy =
        new NetworkPolicy(
            List.of(),
            _ -> {
              isOnThreadOfRequests.set(Thread.currentThread().isVirtual());
              try {
                never.await();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
              return new InetAddress[0];
            },
            Duration.ofMillis(50));
    AtomicReference<Throwable> thrown = new AtomicReference<>();
    Thread.ofVirtual()
        .start(() -> thrown.set(catchThrowable(() -> resolve(policy, "https://slow.example.org/"))))
        .join();
    assertThat(thrown.get())
        .isInstanceOf(DeliveryException.class)
        .hasMessageContaining("do not answer");
    assertThat(isOnThreadOfRequests).isFalse();
  }

  @Test
  void rangesAreRead() throws Exception {
    AddressRange range = AddressRange.parse("10.20.0.0/14");
    assertThat(range.contains(InetAddress.ofLiteral("10.23.255.255"))).isTrue();
    assertThat(range.contains(InetAddress.ofLiteral("10.24.0.0"))).isFalse();
    assertThat(range.contains(InetAddress.ofLiteral("::ffff:10.20.0.1"))).isTrue();
    assertThat(AddressRange.parse("10.0.0.1").contains(InetAddress.ofLiteral("10.0.0.1"))).isTrue();
    for (String text : List.of("10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/x", "example.org/8", "")) {
      assertThatThrownBy(() -> AddressRange.parse(text))
          .as(text)
          .isInstanceOf(IllegalArgumentException.class);
    }
  }
}
