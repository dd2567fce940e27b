package tender.core.share;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import tender.core.model.OrganisationId;
import tender.core.model.ProviderId;

final class InformationServiceTest {
  private static final SharedResource BOTH = ShareFixtures.of("R0", 1, "A", "B");
  private static final SharedResource OF_A = ShareFixtures.of("R1", 1, "A");
  private static final SharedResource OF_B = ShareFixtures.of("R2", 1, "B");

  private final InformationService<SharedResource> serviceA =
      new InformationService<>(new OrganisationId("A"));
  private final InformationService<SharedResource> serviceB =
      new InformationService<>(new OrganisationId("B"));

  @Test
  void localResourcesAreNotGlobal() {
    serviceA.connect(serviceB);
    serviceA.register(OF_A);
    serviceA.register(BOTH);
    serviceB.register(BOTH);
    serviceB.register(OF_B);

    assertThat(serviceA.local()).containsExactly(BOTH, OF_A);
    assertThat(serviceA.global()).containsExactly(OF_B);
    assertThat(serviceB.local()).containsExactly(BOTH, OF_B);
    assertThat(serviceB.global()).containsExactly(OF_A);
  }

  @Test
  void withdrawnResourceIsNotFound() {
    serviceA.connect(serviceB);
    serviceA.register(OF_A);
    serviceA.withdraw(new ProviderId("R1"));

    assertThat(serviceA.local()).isEmpty();
    assertThat(serviceB.global()).isEmpty();
  }

  @Test
  void resourceRegistersOnlyWithItsOrganisations() {
    assertThatThrownBy(() -> serviceB.register(OF_A))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("R1 belongs to [A], not to B");
  }
}
