/**
 * What people may ask of the market and what they are told, as one interface and the values it
 * speaks in. It knows core's vocabulary and the work of a bag, and nothing of how either is stored
 * or driven.
 */
@NullMarked
package tender.server.market.view;

import org.jspecify.annotations.NullMarked;
