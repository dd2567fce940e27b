/**
 * What a provider answers to a call: offers that keep its load private, or free slots that tell it.
 * The provider's side; it knows its own plan, and nothing of how offers are composed.
 */
@NullMarked
package tender.core.offer;

import org.jspecify.annotations.NullMarked;
