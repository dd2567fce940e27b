package tender.core.compose;

/**
 * A policy that composes what providers answered to a call into one promise for the whole bag. At
 * most one offer of each provider is used, possibly for fewer tasks than it offers; every offer
 * that is not used carries its reason.
 */
public interface CompositionPolicy {
  Composition compose(Replies replies);
}
