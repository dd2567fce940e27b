/**
 * Decisions about a placement that need only the offers, the limits and the answers of providers.
 */
@NullMarked
package tender.core.metascheduler.placement;

import org.jspecify.annotations.NullMarked;
