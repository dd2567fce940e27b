package tender.agent.tasks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import tender.agent.batch.folder.WorkFolder;
import tender.core.message.CallId;
import tender.core.message.ReservationId;
import tender.core.model.BagId;
import tender.core.model.ProviderId;

final class PartIdentityTest {
  @Test
  void jobNameContainsTheBag() {
    PartIdentity part = identity("k3f9");

    assertThat(part.name()).matches("tender-k3f9-[0-9a-f]{16}");
    assertThat(PartIdentity.partNameOf(part.chunkName(12))).isEqualTo(part.name());
  }

  @Test
  void unsafeBagIsNotInTheName() {
    assertThat(identity("k3.f9").name()).matches("tender-[0-9a-f]{16}");
    assertThat(identity("k".repeat(41)).name()).matches("tender-[0-9a-f]{16}");
  }

  @Test
  void labelsNameBagAndPart() {
    assertThat(identity("k3f9").labels("pi", "ann").comment())
        .isEqualTo("tender user=ann bag=k3f9 part=2.1 name=pi");
  }

  private static PartIdentity identity(String bag) {
    ReservationId id = new ReservationId(new CallId(new BagId(bag), 2), 1, new ProviderId("north"));
    return PartIdentity.of(id, new WorkFolder(Path.of("/work")).partFolder(id));
  }
}
