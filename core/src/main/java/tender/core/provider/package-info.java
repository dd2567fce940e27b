/**
 * The provider's state machine: an owner's cluster with its own users, which answers calls, holds
 * what is reserved and does what is committed. It is given events and the present, and returns
 * effects; a simulator or an agent carries them out.
 */
@NullMarked
package tender.core.provider;

import org.jspecify.annotations.NullMarked;
