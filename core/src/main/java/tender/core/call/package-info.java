/**
 * Which providers a bag calls for offers, if there are many: the policy and what it knows of each
 * provider. It knows only what providers publish and how earlier calls and promises turned out,
 * which it learns from the states of bags.
 */
@NullMarked
package tender.core.call;

import org.jspecify.annotations.NullMarked;
