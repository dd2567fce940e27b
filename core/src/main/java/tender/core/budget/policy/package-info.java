/** Policies that decide which task of a bag with a budget goes into which request. */
@NullMarked
package tender.core.budget.policy;

import org.jspecify.annotations.NullMarked;
