package tender.bagfile.reader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LimitFactorsReaderTest {
  private static BagDraft read(String fields) {
    String text = "{version: 1, command: sleep 1, runtime: 1s, tasks: 1" + fields + "}";
    return BagFileReader.readText(text, new NamedFiles(List.of()), Clock.systemUTC());
  }

  @Test
  void factorsAreRead() {
    BagDraft draft = read(", deadline_factor: 0.250, budget_factor: 1.0");
    assertThat(draft.deadlineFactor()).contains(new BigDecimal("0.25"));
    assertThat(draft.budgetFactor()).contains(new BigDecimal("1"));
    assertThat(draft.deadline()).isEmpty();
    assertThat(draft.budget()).isEmpty();
    assertThat(SubmissionJson.of(draft).path("deadlineFactor").asString()).isEqualTo("0.25");
    assertThat(SubmissionJson.of(draft).path("budgetFactor").asString()).isEqualTo("1");
    assertThat(SubmissionJson.of(read("")).has("deadlineFactor")).isFalse();
    assertThat(SubmissionJson.of(read("")).has("budgetFactor")).isFalse();
  }

  @Test
  void factorStandsBesideTheOtherLimit() {
    BagDraft draft = read(", deadline_factor: 0, budget: 5");
    assertThat(draft.deadlineFactor()).contains(BigDecimal.ZERO);
    assertThat(draft.budget()).contains(new BigDecimal("5"));
    assertThat(read(", deadline: +1h, budget_factor: .5").budgetFactor())
        .contains(new BigDecimal("0.5"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"-0.1", "1.001", "0.1234", "half", "50%"})
  void otherNumbersAreRefused(String factor) {
    assertThatThrownBy(() -> read(", deadline_factor: " + factor))
        .hasMessageContaining("deadline_factor is")
        .hasMessageContaining(factor)
        .hasMessageContaining("but must be a number from 0 to 1 with at most three decimals")
        .hasMessageContaining("Write for example \"deadline_factor: 0.25\".");
  }

  @Test
  void factorExcludesItsAbsoluteLimit() {
    assertThatThrownBy(() -> read(", deadline: +1h, deadline_factor: 0.25"))
        .hasMessageContaining("deadline_factor is 0.25, but deadline is given too.")
        .hasMessageContaining("Leave out one of the two.");
    assertThatThrownBy(() -> read(", budget: 1, budget_factor: 0.5"))
        .hasMessageContaining("budget_factor is 0.5, but budget is given too.");
  }

  @Test
  void optionsReplaceFactors() {
    Optional<Instant> later = Optional.of(Instant.parse("2026-11-21T00:00:00Z"));
    Optional<BigDecimal> five = Optional.of(new BigDecimal("5"));
    BagDraft both = read(", deadline_factor: 0.25, budget_factor: 0.5");
    BagDraft deadline = both.withRequirements(later, Optional.empty());
    assertThat(deadline.deadline()).isEqualTo(later);
    assertThat(deadline.deadlineFactor()).isEmpty();
    assertThat(deadline.budgetFactor()).isPresent();
    BagDraft budget = both.withRequirements(Optional.empty(), five);
    assertThat(budget.budget()).isEqualTo(five);
    assertThat(budget.budgetFactor()).isEmpty();
    assertThat(budget.deadlineFactor()).isPresent();
  }
}
