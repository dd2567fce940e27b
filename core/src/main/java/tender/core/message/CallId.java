package tender.core.message;

import tender.core.model.BagId;

/** Names a call: a bag is called for again, in a later round, when what was tried before failed. */
public record CallId(BagId bag, int round) {
  @Override
  public String toString() {
    return bag + "." + round;
  }
}
