package tender.cli.offer;

import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tender.cli.output.JsonOutput;
import tender.core.model.Time;
import tender.core.offer.OfferList;
import tender.support.text.Decimal;

/**
 * The JSON output of {@code tender offer}; times are in seconds.
 *
 * @param offers the offers that would be sent
 * @param sizes the sizes considered, for the owner only
 */
record OfferAnswer(String provider, BigDecimal deadline, List<Offer> offers, List<Size> sizes) {

  record Offer(String provider, int tasks, BigDecimal by) {}

  /**
   * A size that was considered.
   *
   * @param by null if the tasks can never be completed
   */
  record Size(int tasks, @Nullable BigDecimal by, String outcome) {}

  static OfferAnswer of(OfferQuery question, OfferList answer) {
    return new OfferAnswer(
        question.provider().value(),
        Decimal.of(question.bag().deadlineMillis()),
        answer.offers().stream()
            .map(
                offer ->
                    new Offer(
                        offer.provider().value(),
                        offer.tasks(),
                        Decimal.of(offer.completionMillis())))
            .toList(),
        answer.sizes().stream()
            .map(size -> new Size(size.tasks(), by(size), JsonOutput.name(size.outcome())))
            .toList());
  }

  private static @Nullable BigDecimal by(OfferList.ConsideredSize size) {
    return size.completionMillis() == Time.NEVER ? null : Decimal.of(size.completionMillis());
  }
}
