package tender.agent.planning;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tender.core.message.Message;
import tender.core.model.Cluster;
import tender.core.model.Time;

class PublisherTest {
  @TempDir private Path folder;

  @Tag("slow")
  @Test
  void slotsArePublishedRepeatedlyAndChangesAreLogged() throws Exception {
    PublishSettings often = new PublishSettings(1_000, Time.HOUR_MILLIS);
    try (TestSite site = site(Optional.of(often))) {
      Message.SlotsPublished first = next(site);
      assertThat(first.cluster()).isEqualTo(Cluster.of(2));
      assertThat(first.slots()).singleElement().matches(slot -> slot.processors() == 2);
      assertThat(next(site).madeMillis()).isGreaterThan(first.madeMillis());

      site.batch.submitLocal(1, Time.MINUTE_MILLIS, List.of("sleep", "30"));
      Message.SlotsPublished busy = next(site);
      while (busy.slots().size() == 1) {
        busy = next(site);
      }
      assertThat(busy.slots())
          .anyMatch(
              slot -> slot.processors() == 1 && slot.fromMillis() > System.currentTimeMillis());
      assertThat(published()).hasSize(2);
    }
  }

  @Test
  void nothingIsPublishedWithoutTheSetting() throws Exception {
    try (TestSite site = site(Optional.empty())) {
      assertThat(site.market.published.poll(1_500, TimeUnit.MILLISECONDS)).isNull();
      assertThat(published()).isEmpty();
    }
  }

  private TestSite site(Optional<PublishSettings> publishes) throws Exception {
    return new TestSite(
        folder,
        TestSite.TERMS,
        TestSite.order("true", 1, Time.MINUTE_MILLIS),
        publishes,
        TestSite.NO_PILOTS);
  }

  private static Message.SlotsPublished next(TestSite site) throws InterruptedException {
    Message.SlotsPublished published = site.market.published.poll(20, TimeUnit.SECONDS);
    assertThat(published).isNotNull();
    return published;
  }

  private List<String> published() throws Exception {
    return Files.readAllLines(folder.resolve("state/disclosures.log")).stream()
        .filter(line -> line.contains("\"kind\":\"slots-published\""))
        .toList();
  }
}
