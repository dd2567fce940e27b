package tender.core.compose;

/**
 * A policy that composes the providers' replies to a call into one promise for the whole bag. At
 * most one offer of each provider is used, possibly for fewer tasks than it offers; every unused
 * offer carries a reason.
 */
public interface CompositionPolicy {
  Composition compose(Replies replies);
}
