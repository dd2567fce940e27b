/**
 * What becomes of promises, and what can be learned from it: how much longer than forecast to
 * promise, and which provider has the better record. It knows nothing of queues or offers, so that
 * providers and the market can both use it.
 */
@NullMarked
package tender.core.promise;

import org.jspecify.annotations.NullMarked;
