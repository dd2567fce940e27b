package tender.agent.batch.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class SlurmWarningsTest {
  private static final String BASIC =
      """
      Configuration data as of 2026-11-16T13:00:00
      DefMemPerNode           = UNLIMITED
      PriorityType            = priority/basic
      SelectType              = select/cons_tres
      SelectTypeParameters    = CR_CPU
      """;
  private static final String MEMORY = BASIC.replace("CR_CPU", "CR_CPU_MEMORY");
  private static final String WEIGHTS =
      BASIC.replace("priority/basic", "priority/multifactor")
          + """
          PriorityWeightAge       = 1000
          PriorityWeightFairShare = 100000
          PriorityWeightTRES      = (null)
          """;
  private static final String PARTITIONS =
      """
      PartitionName=market AllowGroups=ALL PriorityJobFactor=1 PriorityTier=1 DefMemPerNode=UNLIMITED
      PartitionName=main AllowGroups=ALL PriorityJobFactor=1 PriorityTier=1 DefMemPerNode=UNLIMITED
      """;

  private static List<String> warnings(String configuration, String partitions, String... extra) {
    SlurmOptions options = new SlurmOptions(Optional.empty(), Optional.empty(), List.of(extra));
    return new SlurmWarnings(
            configuration,
            partitions,
            new SlurmSettings(Optional.empty(), "market", 10_000, options, Optional.empty()))
        .all(Set.of("market", "main"));
  }

  @Test
  void ordinaryClusterHasNone() {
    assertThat(warnings(BASIC, PARTITIONS)).isEmpty();
  }

  @Test
  void memoryWithoutDefaultIsReported() {
    assertThat(warnings(MEMORY, PARTITIONS))
        .singleElement()
        .asString()
        .contains(
            "SelectTypeParameters=CR_CPU_MEMORY", "'market'", "DefMemPerCPU", "--mem-per-cpu");
  }

  @Test
  void defaultMemoryIsFoundEverywhere() {
    assertThat(warnings(MEMORY.replace("Node           = UNLIMITED", "CPU = 500"), PARTITIONS))
        .isEmpty();
    assertThat(
            warnings(MEMORY, PARTITIONS.replaceFirst("DefMemPerNode=UNLIMITED", "DefMemPerCPU=5")))
        .isEmpty();
    assertThat(warnings(MEMORY, PARTITIONS, "--mem-per-cpu=500M")).isEmpty();
  }

  @Test
  void weightsThatOutweighNiceAreReported() {
    assertThat(warnings(WEIGHTS, PARTITIONS))
        .singleElement()
        .asString()
        .contains("add up to 101000", "--nice=10000", "'slurm.qos'");
    assertThat(warnings(WEIGHTS.replace("100000", "5000"), PARTITIONS)).isEmpty();
  }

  @Test
  void higherTierThanLocalPartitionIsReported() {
    assertThat(warnings(BASIC, PARTITIONS.replaceFirst("PriorityTier=1", "PriorityTier=10")))
        .singleElement()
        .asString()
        .contains("'market' has PriorityTier=10", "'main'", "only 1", "'slurm.partition'");
  }
}
