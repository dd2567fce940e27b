/**
 * The provider's state machine: a cluster with its own users, which answers calls, holds what is
 * reserved and runs what is committed. It takes events and the current time, and returns effects; a
 * simulator or an agent carries them out.
 */
@NullMarked
package tender.core.provider;

import org.jspecify.annotations.NullMarked;
