package tender.server.rest.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import tender.core.metascheduler.state.ProviderMisfit;
import tender.core.model.ProviderId;
import tender.core.resource.Misfit;
import tender.core.resource.Resource;

class MisfitTextTest {
  @Test
  void sameResourceIsOneSentence() {
    assertThat(MisfitText.of(List.of(memory("north", 32_768), memory("south", 16_384))))
        .contains("no provider has 64 GiB memory per task: north 32 GiB, south 16 GiB");
  }

  @Test
  void differentReasonsAreListed() {
    assertThat(
            MisfitText.of(
                List.of(
                    memory("north", 32_768),
                    misfit("south", new Misfit.MissingFeature("avx512", false)),
                    misfit(
                        "east", new Misfit.MissingGpuType("a100", new TreeSet<>(List.of("k80")))),
                    misfit("west", new Misfit.NodesNotManaged()))))
        .contains(
            "no provider can run a task: north: 64 GiB memory per node requested, at most 32 GiB memory;"
                + " south: no node has feature avx512;"
                + " east: no suitable node has GPUs of type a100, only k80;"
                + " west: only processors can be requested here");
  }

  @Test
  void noMisfitIsNoText() {
    assertThat(MisfitText.of(List.of())).isEmpty();
  }

  private static ProviderMisfit memory(String provider, int mostMib) {
    return misfit(provider, new Misfit.TooLittle(Resource.MEMORY, 65_536, mostMib, mostMib));
  }

  private static ProviderMisfit misfit(String provider, Misfit misfit) {
    return new ProviderMisfit(new ProviderId(provider), misfit);
  }
}
