package tender.experiments.day;

/**
 * What bags got in one simulated day, as means over all of them.
 *
 * @param onTimePercent bags that were promised by their deadline
 * @param latePercent bags that were promised later
 * @param refusedPercent bags without a promise
 * @param responseSeconds from the submission of a promised bag to its end
 * @param pricePerHour in credits for an hour of a reference processor
 * @param callsPerBag how many calls reached providers
 * @param cellCallsPerBag how many calls reached cells
 * @param messagesPerBag calls and their answers, reservations, commitments and their answers
 * @param partsPerBag how many providers run a promised bag
 */
public record DayMeasures(
    int bags,
    double onTimePercent,
    double latePercent,
    double refusedPercent,
    double responseSeconds,
    double pricePerHour,
    double callsPerBag,
    double cellCallsPerBag,
    double messagesPerBag,
    double partsPerBag) {

  /** The messages of the whole market, if the bags are those of a day. */
  public double messagesPerSecond() {
    return messagesPerBag * bags / (DayRhythm.DAY_MILLIS / 1e3);
  }
}
