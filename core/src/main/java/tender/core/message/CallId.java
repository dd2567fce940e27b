package tender.core.message;

import tender.core.model.BagId;

/** Identifies a call. A bag is called again, in a later round, if the round before it failed. */
public record CallId(BagId bag, int round) {
  @Override
  public String toString() {
    return bag + "." + round;
  }
}
