package tender.core.share;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tender.core.model.OrganisationId;
import tender.core.model.ProviderId;

class OrganisationDirectoryTest {
  private static final ProviderId PHYSICS = new ProviderId("physics host");
  private static final ProviderId BOTH = new ProviderId("shared host");
  private static final ProviderId NONE = new ProviderId("free host");

  private final OrganisationDirectory directory =
      new OrganisationDirectory(
          List.of(
              new ProviderMembership(PHYSICS, organisations("physics")),
              new ProviderMembership(BOTH, organisations("physics", "biology")),
              new ProviderMembership(NONE, List.of())));

  private static List<OrganisationId> organisations(String... names) {
    return Stream.of(names).map(OrganisationId::new).toList();
  }

  @Test
  void providersOfAllOwnOrganisationsAreLocal() {
    assertThat(directory.local(organisations("physics"))).containsExactlyInAnyOrder(PHYSICS, BOTH);
    assertThat(directory.local(organisations("biology", "chemistry"))).containsExactly(BOTH);
    assertThat(directory.local(organisations("biology", "physics")))
        .containsExactlyInAnyOrder(PHYSICS, BOTH);
    assertThat(directory.local(List.of())).isEmpty();
  }

  @Test
  void userIsForeignAtProviderOfOtherOrganisations() {
    assertThat(directory.isForeign(PHYSICS, organisations("biology"))).isTrue();
    assertThat(directory.isForeign(PHYSICS, List.of())).isTrue();
    assertThat(directory.isForeign(BOTH, organisations("biology"))).isFalse();
  }

  @Test
  void noUserIsForeignAtProviderWithoutOrganisations() {
    assertThat(directory.isForeign(NONE, organisations("physics"))).isFalse();
    assertThat(directory.isForeign(NONE, List.of())).isFalse();
    assertThat(OrganisationDirectory.NONE.isForeign(PHYSICS, List.of())).isFalse();
  }
}
