/**
 * The provider's events and effects, and what it stores of its reservations, as immutable values;
 * the agent stores them as JSON. It knows the model, messages and promises, and none of the rules.
 */
@NullMarked
package tender.core.provider.state;

import org.jspecify.annotations.NullMarked;
