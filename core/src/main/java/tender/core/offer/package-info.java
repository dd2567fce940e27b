/**
 * A provider's answers to a call: offers that keep its load private, or free slots that reveal it.
 * It knows the provider's plan, and nothing of how offers are composed.
 */
@NullMarked
package tender.core.offer;

import org.jspecify.annotations.NullMarked;
