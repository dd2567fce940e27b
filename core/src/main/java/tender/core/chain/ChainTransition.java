package tender.core.chain;

import java.util.List;

/** The next state of a chain, and what is to be done. */
public record ChainTransition(ChainState state, List<ChainEffect> effects) {
  public ChainTransition {
    effects = List.copyOf(effects);
  }
}
