package tender.server.store.restore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tender.core.model.Money;
import tender.server.model.RestoreFinding;
import tender.server.model.RestoreSituation;
import tender.server.store.restore.MarketFacts.Bag;
import tender.server.store.restore.MarketFacts.Certificate;
import tender.server.store.restore.MarketFacts.Transfer;

/** The table of what the state before a restore can have and the restored one lack. */
class FactsComparisonTest {
  private static final MarketFacts EMPTY =
      new MarketFacts(
          Map.of(), Map.of(), Map.of(), Map.of(), Map.of(), Map.of(), Set.of(), Map.of());
  private static final Optional<String> OPEN = Optional.empty();

  static Stream<Arguments> situations() {
    return Stream.of(
        row(user("t"), EMPTY, RestoreSituation.USER_LOST, "ada"),
        row(user(null), user("t"), RestoreSituation.USER_REVOCATION_LOST, "ada"),
        row(user("new"), user("old"), RestoreSituation.TOKEN_LOST, "ada"),
        row(user("new"), user(null), RestoreSituation.TOKEN_LOST, "ada"),
        row(accessToken(), EMPTY, RestoreSituation.ACCESS_TOKEN_LOST, "ada laptop"),
        row(EMPTY, accessToken(), RestoreSituation.ACCESS_TOKEN_REVOCATION_LOST, "ada laptop"),
        row(provider(false), EMPTY, RestoreSituation.PROVIDER_LOST, "north"),
        row(provider(true), provider(false), RestoreSituation.PROVIDER_REVOCATION_LOST, "north"),
        row(certificate(true), provider(false), RestoreSituation.CERTIFICATE_LOST, "north 1f"),
        row(
            certificate(false),
            certificate(true),
            RestoreSituation.CERTIFICATE_REVOCATION_LOST,
            "1f"),
        row(
            transfer("DEPOSIT", null),
            EMPTY,
            RestoreSituation.DEPOSIT_LOST,
            "DEPOSIT of user:ada, k"),
        row(transfer("CHARGE", "b"), EMPTY, RestoreSituation.PAYMENT_LOST, "payments of bag b"),
        row(transfer("RELEASE", "b"), EMPTY, RestoreSituation.PAYMENT_LOST, "payments of bag b"),
        row(bag(OPEN), EMPTY, RestoreSituation.SUBMISSION_LOST, "key k1"),
        row(
            bag(Optional.of("CANCELLED")),
            bag(OPEN),
            RestoreSituation.CANCELLATION_LOST,
            "end of bag b"),
        row(bag(Optional.of("DONE")), bag(OPEN), RestoreSituation.BAG_END_LOST, "end of bag b"),
        row(deleted(), bag(OPEN), RestoreSituation.DELETION_LOST, "deletion of bag b"),
        row(EMPTY, message(), RestoreSituation.MESSAGE_REPEATED, "1 messages of bag b"));
  }

  @ParameterizedTest
  @MethodSource("situations")
  void stateBeforeIsComparedWithRestoredState(
      MarketFacts before, MarketFacts after, RestoreSituation situation, String subject) {
    assertThat(FactsComparison.compare(before, after))
        .extracting(RestoreFinding::situation, RestoreFinding::subject)
        .containsExactly(tuple(situation, subject));
  }

  @Test
  void equalStatesHaveNoFindings() {
    for (MarketFacts facts :
        List.of(user("t"), provider(true), certificate(true), transfer("CHARGE", "b"), bag(OPEN))) {
      assertThat(FactsComparison.compare(facts, facts)).isEmpty();
    }
  }

  /** Money that was only held is free again after the restore, so nothing is lost. */
  @Test
  void lostHoldIsNoLoss() {
    assertThat(FactsComparison.compare(transfer("HOLD", "b"), EMPTY)).isEmpty();
  }

  @Test
  void lossOfBagNamesItsUserAndTasks() {
    assertThat(FactsComparison.compare(bag(OPEN), EMPTY))
        .containsExactly(
            new RestoreFinding(
                RestoreSituation.SUBMISSION_LOST, "key k1", "b", "ada", 7, Money.ZERO));
  }

  private static Arguments row(
      MarketFacts before, MarketFacts after, RestoreSituation situation, String subject) {
    return Arguments.of(before, after, situation, subject);
  }

  private static MarketFacts user(@Nullable String token) {
    return new MarketFacts(
        Map.of("ada", Optional.ofNullable(token)),
        Map.of(),
        Map.of(),
        Map.of(),
        Map.of(),
        Map.of(),
        Set.of(),
        Map.of());
  }

  private static MarketFacts accessToken() {
    return new MarketFacts(
        Map.of(),
        Map.of("9f", "ada laptop"),
        Map.of(),
        Map.of(),
        Map.of(),
        Map.of(),
        Set.of(),
        Map.of());
  }

  private static MarketFacts provider(boolean isRevoked) {
    return new MarketFacts(
        Map.of(),
        Map.of(),
        Map.of("north", isRevoked),
        Map.of(),
        Map.of(),
        Map.of(),
        Set.of(),
        Map.of());
  }

  private static MarketFacts certificate(boolean isValid) {
    return new MarketFacts(
        Map.of(),
        Map.of(),
        Map.of("north", false),
        Map.of("1f", new Certificate("north", isValid)),
        Map.of(),
        Map.of(),
        Set.of(),
        Map.of());
  }

  private static MarketFacts transfer(String kind, @Nullable String bag) {
    Transfer transfer = new Transfer(kind, "user:ada", Optional.ofNullable(bag), new Money(1_000));
    return new MarketFacts(
        Map.of(),
        Map.of(),
        Map.of(),
        Map.of(),
        Map.of("k", transfer),
        Map.of(),
        Set.of(),
        Map.of());
  }

  private static MarketFacts bag(Optional<String> ending) {
    return new MarketFacts(
        Map.of(),
        Map.of(),
        Map.of(),
        Map.of(),
        Map.of(),
        Map.of("b", new Bag("ada", "k1", 7, ending)),
        Set.of(),
        Map.of());
  }

  private static MarketFacts deleted() {
    return new MarketFacts(
        Map.of(), Map.of(), Map.of(), Map.of(), Map.of(), Map.of(), Set.of("b"), Map.of());
  }

  private static MarketFacts message() {
    return new MarketFacts(
        Map.of(), Map.of(), Map.of(), Map.of(), Map.of(), Map.of(), Set.of(), Map.of("b.3.0", "b"));
  }
}
