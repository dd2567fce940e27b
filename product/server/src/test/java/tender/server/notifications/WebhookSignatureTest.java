package tender.server.notifications;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WebhookSignatureTest {
  /** The example of the specification of Standard Webhooks. */
  @Test
  void signatureIsThatOfTheSpecification() {
    assertThat(
            WebhookSignature.of(
                "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
                "msg_p5jXN8AQM9LWM0D4loKWxJek",
                1_614_265_330,
                "{\"test\": 2432232314}"))
        .isEqualTo("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
  }

  @Test
  void secretsDiffer() {
    assertThat(WebhookSignature.newSecret())
        .startsWith("whsec_")
        .isNotEqualTo(WebhookSignature.newSecret());
  }
}
