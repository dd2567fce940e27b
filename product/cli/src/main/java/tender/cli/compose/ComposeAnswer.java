package tender.cli.compose;

import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tender.cli.output.JsonOutput;
import tender.core.compose.Composition;
import tender.support.text.Decimal;

/**
 * The JSON output of {@code tender compose}; times are in seconds.
 *
 * @param completion null if some tasks are unplaced
 * @param unplaced how many tasks no offer covers
 */
record ComposeAnswer(
    String policy,
    boolean meetsDeadline,
    @Nullable BigDecimal completion,
    List<Part> parts,
    List<Unused> unused,
    int unplaced) {

  record Part(String provider, int tasks, BigDecimal by) {}

  record Unused(String provider, int tasks, BigDecimal by, String reason) {}

  static ComposeAnswer of(PolicyName policy, Composition composition) {
    int unplaced = composition.unplacedTasks();
    return new ComposeAnswer(
        policy.name(),
        composition.meetsDeadline(),
        unplaced > 0 ? null : Decimal.of(composition.completionMillis()),
        composition.parts().stream()
            .map(
                part ->
                    new Part(
                        part.provider().value(), part.tasks(), Decimal.of(part.completionMillis())))
            .toList(),
        composition.unusedOffers().stream()
            .map(
                unused ->
                    new Unused(
                        unused.offer().provider().value(),
                        unused.offer().tasks(),
                        Decimal.of(unused.offer().completionMillis()),
                        JsonOutput.name(unused.reason())))
            .toList(),
        unplaced);
  }
}
