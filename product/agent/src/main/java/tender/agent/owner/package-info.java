/**
 * What the cluster's owner sees and sets: the owner page, the capacity setting, whose bags are
 * accepted, the disclosure log, earnings and usage history. It plans nothing and does not know
 * planning or execution; the page reaches the agent through an interface.
 */
@NullMarked
package tender.agent.owner;

import org.jspecify.annotations.NullMarked;
