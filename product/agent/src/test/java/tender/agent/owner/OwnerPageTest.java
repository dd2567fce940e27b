package tender.agent.owner;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tender.core.model.BagId;
import tender.core.provider.ProviderTerms;

class OwnerPageTest {
  @TempDir private Path state;

  private final List<BagId> cancelled = new ArrayList<>();

  private final ClusterControl cluster =
      new ClusterControl() {
        @Override
        public ClusterView view() {
          ClusterView.UsageSample none = new ClusterView.UsageSample(0, 0, 0);
          return new ClusterView(
              "Slurm",
              false,
              4,
              "",
              4,
              true,
              4,
              CapacitySetting.UNLIMITED,
              new ProviderTerms(1, 1, 1, ProviderTerms.DisclosureLevel.NOTHING),
              false,
              new ClusterView.QueueSummary(0, 0, none),
              List.of(),
              List.of(),
              List.of(
                  new ClusterView.PartProgress(
                      new BagId("k3f9"), "ann", true, 4, 1, 0, 0, 1_000, 0)),
              Map.of());
        }

        @Override
        public void setCapacity(CapacitySetting wanted) {}

        @Override
        public int cancelBag(BagId bag) {
          cancelled.add(bag);
          return 1;
        }
      };

  @Test
  void ownerCancelsABag() throws Exception {
    try (OwnerPage page = OwnerPage.start("north", cluster, () -> true, () -> "", state, 0)) {
      assertThat(page).isNotNull();
      OwnerPageAccess access = OwnerPageAccess.read(state);

      HttpResponse<String> unknown = post(access, access.token(), "other");
      assertThat(unknown.statusCode()).isEqualTo(404);
      assertThat(unknown.body()).contains("Bag other has no part on this cluster.");
      assertThat(post(access, "wrong", "k3f9").statusCode()).isEqualTo(401);
      assertThat(cancelled).isEmpty();

      assertThat(post(access, access.token(), "k3f9").statusCode()).isEqualTo(200);
      assertThat(cancelled).containsExactly(new BagId("k3f9"));
    }
  }

  private static HttpResponse<String> post(OwnerPageAccess access, String token, String bag)
      throws Exception {
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client.send(
          HttpRequest.newBuilder(access.address().resolve("/v1/bags/" + bag + "/cancel"))
              .header("Authorization", "Bearer " + token)
              .POST(HttpRequest.BodyPublishers.noBody())
              .build(),
          BodyHandlers.ofString());
    }
  }
}
