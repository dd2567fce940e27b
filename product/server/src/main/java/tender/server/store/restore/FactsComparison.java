package tender.server.store.restore;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tender.core.model.Money;
import tender.server.model.RestoreFinding;
import tender.server.model.RestoreSituation;
import tender.server.store.restore.MarketFacts.Bag;
import tender.server.store.restore.MarketFacts.Certificate;
import tender.server.store.restore.MarketFacts.Transfer;

/** Finds what the state before a restore has and the restored one lacks. */
public final class FactsComparison {
  private static final String CANCELLED = "CANCELLED";
  private static final String CHARGE = "CHARGE";
  private static final String HOLD = "HOLD";

  private final MarketFacts before;
  private final MarketFacts after;
  private final List<RestoreFinding> findings = new ArrayList<>();

  private FactsComparison(MarketFacts before, MarketFacts after) {
    this.before = before;
    this.after = after;
  }

  /**
   * Compares two states.
   *
   * @param after the restored state, in which nothing has been written yet
   */
  public static List<RestoreFinding> compare(MarketFacts before, MarketFacts after) {
    FactsComparison comparison = new FactsComparison(before, after);
    comparison.compareUsers();
    comparison.compareAccessTokens();
    comparison.compareProviders();
    comparison.compareCertificates();
    comparison.compareTransfers();
    comparison.compareBags();
    comparison.compareMessages();
    return comparison.findings.stream().sorted(RestoreFinding.ORDER).toList();
  }

  private void add(RestoreSituation situation, String subject) {
    findings.add(RestoreFinding.of(situation, subject));
  }

  private void compareUsers() {
    before
        .tokens()
        .forEach(
            (user, token) -> {
              Optional<String> restored = after.tokens().get(user);
              if (restored == null) {
                add(RestoreSituation.USER_LOST, user);
              } else if (!restored.equals(token)) {
                add(
                    token.isEmpty()
                        ? RestoreSituation.USER_REVOCATION_LOST
                        : RestoreSituation.TOKEN_LOST,
                    user);
              }
            });
  }

  private void compareAccessTokens() {
    before
        .accessTokens()
        .forEach(
            (hash, token) -> {
              if (!after.accessTokens().containsKey(hash)) {
                add(RestoreSituation.ACCESS_TOKEN_LOST, token);
              }
            });
    after
        .accessTokens()
        .forEach(
            (hash, token) -> {
              if (!before.accessTokens().containsKey(hash)) {
                add(RestoreSituation.ACCESS_TOKEN_REVOCATION_LOST, token);
              }
            });
  }

  private void compareProviders() {
    before
        .providers()
        .forEach(
            (provider, isRevoked) -> {
              Boolean restored = after.providers().get(provider);
              if (restored == null) {
                add(RestoreSituation.PROVIDER_LOST, provider);
              } else if (isRevoked && !restored) {
                add(RestoreSituation.PROVIDER_REVOCATION_LOST, provider);
              }
            });
  }

  private void compareCertificates() {
    before
        .certificates()
        .forEach(
            (serial, certificate) -> {
              Certificate restored = after.certificates().get(serial);
              if (restored == null) {
                if (certificate.isValid()
                    && after.providers().containsKey(certificate.provider())) {
                  add(RestoreSituation.CERTIFICATE_LOST, certificate.provider() + " " + serial);
                }
              } else if (restored.isValid() && !certificate.isValid()) {
                add(RestoreSituation.CERTIFICATE_REVOCATION_LOST, serial);
              }
            });
  }

  private void compareTransfers() {
    Map<String, Money> charges = new TreeMap<>();
    before
        .transfers()
        .forEach(
            (key, transfer) -> {
              if (after.transfers().containsKey(key)) {
                return;
              }
              if (transfer.bag().isEmpty()) {
                findings.add(deposit(key, transfer));
              } else if (!transfer.kind().equals(HOLD)) {
                charges.merge(
                    transfer.bag().get(),
                    transfer.kind().equals(CHARGE) ? transfer.amount() : Money.ZERO,
                    Money::plus);
              }
            });
    charges.forEach(
        (bag, amount) ->
            findings.add(
                finding(RestoreSituation.PAYMENT_LOST, "payments of bag " + bag, bag, amount)));
  }

  private static RestoreFinding deposit(String key, Transfer transfer) {
    return new RestoreFinding(
        RestoreSituation.DEPOSIT_LOST,
        "%s of %s, %s".formatted(transfer.kind(), transfer.account(), key),
        "",
        "",
        0,
        transfer.amount());
  }

  private void compareBags() {
    before
        .bags()
        .forEach(
            (id, bag) -> {
              Bag restored = after.bags().get(id);
              if (restored == null && !after.deletedBags().contains(id)) {
                findings.add(finding(RestoreSituation.SUBMISSION_LOST, "key " + bag.key(), id));
              } else if (restored != null
                  && bag.ending().isPresent()
                  && restored.ending().isEmpty()) {
                findings.add(
                    finding(
                        bag.ending().get().equals(CANCELLED)
                            ? RestoreSituation.CANCELLATION_LOST
                            : RestoreSituation.BAG_END_LOST,
                        "end of bag " + id,
                        id));
              }
            });
    for (String id : before.deletedBags()) {
      if (after.bags().containsKey(id)) {
        findings.add(finding(RestoreSituation.DELETION_LOST, "deletion of bag " + id, id));
      }
    }
  }

  private void compareMessages() {
    Map<String, Integer> repeated = new TreeMap<>();
    after
        .unacknowledgedMessages()
        .forEach(
            (id, bag) -> {
              if (!before.unacknowledgedMessages().containsKey(id)) {
                repeated.merge(bag, 1, Integer::sum);
              }
            });
    repeated.forEach(
        (bag, count) ->
            findings.add(
                finding(
                    RestoreSituation.MESSAGE_REPEATED,
                    "%d messages of bag %s".formatted(count, bag),
                    bag)));
  }

  private RestoreFinding finding(RestoreSituation situation, String subject, String bag) {
    return finding(situation, subject, bag, Money.ZERO);
  }

  private RestoreFinding finding(
      RestoreSituation situation, String subject, String bag, Money amount) {
    Bag known = before.bags().getOrDefault(bag, after.bags().get(bag));
    return known == null
        ? new RestoreFinding(situation, subject, bag, "", 0, amount)
        : new RestoreFinding(situation, subject, bag, known.user(), known.tasks(), amount);
  }
}
