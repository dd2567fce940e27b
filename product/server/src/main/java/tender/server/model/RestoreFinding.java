package tender.server.model;

import java.util.Comparator;
import tender.core.model.Money;

/**
 * One thing that a restore of the database did.
 *
 * @param subject identifies it in the report, such as the id of a reservation, or {@code user ada}
 * @param bag empty if it concerns no bag
 * @param user the user of the bag, if known, else empty
 * @param tasks how many tasks of the bag it concerns
 * @param amount the money, zero if it concerns none
 */
public record RestoreFinding(
    RestoreSituation situation, String subject, String bag, String user, int tasks, Money amount) {
  /** By situation, then by subject. */
  public static final Comparator<RestoreFinding> ORDER =
      Comparator.comparing(RestoreFinding::situation).thenComparing(RestoreFinding::subject);

  /** Something that concerns no bag and no money. */
  public static RestoreFinding of(RestoreSituation situation, String subject) {
    return new RestoreFinding(situation, subject, "", "", 0, Money.ZERO);
  }
}
