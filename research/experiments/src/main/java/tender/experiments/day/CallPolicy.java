package tender.experiments.day;

/** Calls providers for a bag and composes their offers. It reserves nothing. */
interface CallPolicy {
  DayPlacement place(DayBag bag);

  /** The mean processor time of the selections for a bag. */
  double selectionMicros();
}
