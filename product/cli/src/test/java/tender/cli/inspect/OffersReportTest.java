package tender.cli.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tender.cli.client.response.OffersResponse;

class OffersReportTest {
  @Test
  void tasksThatNoProviderOffersToRunAreNamedByTheirSize() {
    assertThat(summary("no-offers", null))
        .startsWith("No promise: no provider made an offer for tasks of 64 processors. Check");
  }

  @Test
  void insufficientFundsNameThePrice() {
    assertThat(summary("insufficient-funds", "12.5"))
        .startsWith("No promise: the bag costs 12.5 credits, more than your account can pay.")
        .contains("tender account");
  }

  @Test
  void otherReasonsAreTexts() {
    assertThat(summary("insufficient-offers", null))
        .isEqualTo("No promise: the offers do not cover the bag.");
  }

  @Test
  void providersThatWereNotCalledAreCounted() {
    assertThat(summary(List.of("north", "south")))
        .isEqualTo("2 of 1000 providers were called; 0 made offers.");
    assertThat(summary(List.of()))
        .isEqualTo("0 providers made offers; 998 further providers were not called.");
    OffersResponse.HistoryEvent called =
        new OffersResponse.HistoryEvent(
            Instant.EPOCH, "called", List.of("north", "south"), null, null, "998", null);
    assertThat(BagHistoryText.sentence(called))
        .isEqualTo("Called north, south for offers. Not called: 998 other providers.");
  }

  private static String summary(List<String> called) {
    return OffersReport.summary(
        new OffersResponse(
            1, called, 998, List.of(), List.of(), List.of(), 64, null, null, null, null));
  }

  @Test
  void missingResourceIsNamed() {
    assertThat(
            summary(
                "no-offers",
                null,
                "no provider has 64 GiB memory per task: north 32 GiB, south 16 GiB"))
        .isEqualTo(
            "No promise: no provider has 64 GiB memory per task: north 32 GiB, south 16 GiB."
                + " Check the resources in the bag file.");
  }

  private static String summary(String reason, @Nullable String price) {
    return summary(reason, price, null);
  }

  private static String summary(
      String reason, @Nullable String price, @Nullable String missingResource) {
    return OffersReport.summary(
        new OffersResponse(
            0,
            List.of(),
            0,
            List.of(),
            List.of(),
            List.of(),
            64,
            reason,
            price,
            missingResource,
            List.of()));
  }
}
