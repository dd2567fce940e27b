package tender.core.provider;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import tender.core.message.Message;
import tender.core.model.Cluster;
import tender.core.model.FreeSlot;
import tender.core.model.Job;
import tender.core.model.JobId;
import tender.core.model.Money;
import tender.core.model.ProviderId;
import tender.core.model.Time;
import tender.core.provider.state.ProviderEvent;

class PublishedSlotsTest {
  private static final ProviderId ID = new ProviderId("p");
  private static final Money PRICE = new Money(7);
  private static final ProviderTerms TERMS =
      new ProviderTerms(10, 20, 5, ProviderTerms.DisclosureLevel.NOTHING).withPrice(PRICE);

  private final Provider provider = new Provider(ID, Cluster.of(8), TERMS);

  @Test
  void idleClusterIsFreeFromNow() {
    assertThat(provider.publishSlots(1_000, 100).orElseThrow())
        .isEqualTo(
            new Message.SlotsPublished(
                ID, Cluster.of(8), PRICE, 30, List.of(new FreeSlot(100, Time.NEVER, 8)), 100));
  }

  @Test
  void runningAndPlannedProcessorsAreNotFree() {
    submit("running", 6, 50);
    submit("planned", 4, 10);
    assertThat(provider.publishSlots(1_000, 0).orElseThrow().slots())
        .containsExactly(
            new FreeSlot(0, Time.NEVER, 2),
            new FreeSlot(50, Time.NEVER, 2),
            new FreeSlot(60, Time.NEVER, 4));
  }

  @Test
  void slotsBeyondLookAheadAreNotPublished() {
    submit("running", 6, 50);
    assertThat(provider.publishSlots(49, 0).orElseThrow().slots())
        .containsExactly(new FreeSlot(0, Time.NEVER, 2));
  }

  private void submit(String name, int width, long durationMillis) {
    Job job = Job.rigid(new JobId(name), width, durationMillis, 0, Time.NEVER);
    provider.handle(new ProviderEvent.LocalJobSubmitted(job), 0);
  }
}
