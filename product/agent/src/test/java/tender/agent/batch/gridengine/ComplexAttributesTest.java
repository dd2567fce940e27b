package tender.agent.batch.gridengine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tender.agent.batch.BatchSystemException;
import tender.agent.batch.ClusterNodes;
import tender.core.resource.NodeKind;
import tender.core.resource.ResourceAmounts;
import tender.core.resource.TaskRequest;

/** With the output of Son of Grid Engine 8.1.9. */
class ComplexAttributesTest {
  static final String QCONF_SC =
      """
      #name               shortcut   type      relop   requestable consumable default  urgency\s
      #----------------------------------------------------------------------------------------
      arch                a          RESTRING  ==      YES         NO         NONE     0
      avx512              avx512     BOOL      ==      YES         NO         0        0
      exclusive           excl       BOOL      EXCL    YES         YES        0        1000
      gpu                 gpu        INT       <=      YES         JOB        0        0
      h_rt                h_rt       TIME      <=      YES         NO         0:0:0    0
      h_vmem              h_vmem     MEMORY    <=      YES         YES        0        0
      mem_free            mf         MEMORY    <=      YES         NO         0        0
      slots               s          INT       <=      YES         YES        1        1000
      # >#< starts a comment but comments are not saved across edits --------
      """;

  private static final String QCONF_SE =
      """
      hostname              localhost
      load_scaling          NONE
      complex_values        h_vmem=1000M,gpu=2,avx512=TRUE,exclusive=TRUE
      load_values           load_avg=6.439941,load_short=10.336914, \\
                            num_proc=2,mem_free=19175.511719M,swap_free=0.000000M, \\
                            virtual_free=19175.511719M,mem_total=24103.921875M, \\
                            np_load_medium=3.219971,np_load_long=2.291748
      processors            2
      user_lists            NONE
      """;

  private static final TaskRequest REQUEST =
      TaskRequest.onOneNode(new ResourceAmounts(3, 1_000, 1, 0)).withFeature("avx512");

  private static ComplexAttributes attributes(String output) {
    return ComplexAttributes.read(output, Optional.of("exclusive"));
  }

  @Test
  void memoryIsRequestedPerSlotAndRoundedUp() {
    assertThat(attributes(QCONF_SC).requests(REQUEST, 3))
        .containsExactly("h_vmem=334M", "gpu=1", "avx512=true");
    assertThat(attributes(QCONF_SC).requests(REQUEST.onExclusiveNodes(), 1))
        .containsExactly("h_vmem=1000M", "gpu=1", "avx512=true", "exclusive=true");
  }

  @Test
  void memoryThatIsNotCountedMustBeFree() {
    String uncounted = QCONF_SC.replaceAll("(h_vmem .*)YES        0", "$1NO         0");
    assertThat(attributes(uncounted).requests(REQUEST, 3))
        .containsExactly("h_vmem=334M", "mem_free=1000M", "gpu=1", "avx512=true");
    assertThat(nodes(uncounted, List.of()).total()).isEqualTo(new ResourceAmounts(8, 24_103, 2, 0));
  }

  @Test
  void memoryMayBeCountedPerJob() {
    String perJob = QCONF_SC.replaceAll("(h_vmem .*)YES        0", "$1JOB        0");
    assertThat(attributes(perJob).requests(REQUEST, 3)).contains("h_vmem=1000M");
    assertThat(attributes(perJob).amounts(Map.of("h_vmem", "1000M"), 3))
        .isEqualTo(new ResourceAmounts(3, 1_000, 0, 0));
  }

  @Test
  void jobWithoutRequestHasTheDefault() {
    String twoGib = QCONF_SC.replaceAll("(h_vmem .*YES        )0", "$12G");
    assertThat(attributes(twoGib).amounts(Map.of(), 2))
        .isEqualTo(new ResourceAmounts(2, 4_096, 0, 0));
    assertThat(attributes(twoGib).warnings()).isEmpty();
    assertThat(attributes(QCONF_SC).warnings())
        .singleElement()
        .asString()
        .contains("'h_vmem'", "default of 0", "qconf -mc");
  }

  @Test
  void hostIsReadAsNode() {
    NodeKind node = nodes(QCONF_SC, List.of("avx512"));
    assertThat(node.total()).isEqualTo(new ResourceAmounts(8, 1_000, 2, 0));
    assertThat(node.features()).containsExactly("avx512");
    assertThat(nodes(QCONF_SC, List.of()).features()).isEmpty();
    assertThat(new GridEngineNodes(attributes(QCONF_SC), List.of()).read(Map.of(), Map.of()))
        .isEmpty();
  }

  @Test
  void hostsAreExclusiveOnlyIfTheOwnerNamesTheAttribute() {
    ComplexAttributes unnamed = ComplexAttributes.read(QCONF_SC, Optional.empty());
    for (ComplexAttributes attributes : List.of(unnamed, attributes(QCONF_SC))) {
      assertThat(
              new GridEngineNodes(attributes, List.of())
                  .read(Map.of("localhost", 8), Map.of("localhost", QCONF_SE)))
          .hasValueSatisfying(
              nodes ->
                  assertThat(nodes.canBeExclusive()).isEqualTo(attributes.exclusive().isPresent()));
    }
  }

  private static NodeKind nodes(String attributes, List<String> features) {
    ClusterNodes nodes =
        new GridEngineNodes(attributes(attributes), features)
            .read(Map.of("localhost", 8), Map.of("localhost", QCONF_SE))
            .orElseThrow();
    assertThat(nodes.names()).containsExactly("localhost");
    return nodes.cluster().kindOf(0);
  }

  @Test
  void unknownAttributesAreRefused() {
    attributes(QCONF_SC).requireKnown(List.of("avx512"));
    refused(() -> attributes(QCONF_SC).requireKnown(List.of("gpu")), "'gridengine.features'");
    refused(
        () -> ComplexAttributes.read(QCONF_SC, Optional.of("avx512")).requireKnown(List.of()),
        "'gridengine.exclusive'");
    refused(
        () ->
            ComplexAttributes.read(QCONF_SC, Optional.empty())
                .requests(REQUEST.onExclusiveNodes(), 3),
        "'gridengine.exclusive'");
    refused(() -> attributes("h_vmem MEMORY"), "h_vmem MEMORY");
  }

  private static void refused(Runnable action, String words) {
    assertThatExceptionOfType(BatchSystemException.class)
        .isThrownBy(action::run)
        .withMessageContaining(words);
  }

  @ParameterizedTest
  @CsvSource({
    "1000, 1000",
    "1k, 1000",
    "1K, 1024",
    "1.5G, 1610612736",
    "24103.921875M, 25274793984",
    "2g, 2000000000"
  })
  void amountsOfMemoryAreRead(String text, long bytes) {
    assertThat(GridEngineText.bytes(text)).isEqualTo(bytes);
  }

  @ParameterizedTest
  @CsvSource({"''", "G", "-1", "1..5", "1X", "99999999999999999999"})
  void otherTextsAreNotAmountsOfMemory(String text) {
    refused(() -> GridEngineText.bytes(text), "an amount of memory");
  }
}
