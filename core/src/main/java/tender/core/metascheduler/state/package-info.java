/**
 * The state of a bag, the events that change it and the effects that follow, as immutable values;
 * the server stores them as JSON. It knows the model, compositions, messages and the ledger, and
 * none of the rules.
 */
@NullMarked
package tender.core.metascheduler.state;

import org.jspecify.annotations.NullMarked;
