/**
 * What users get in answer: bags, quotes, parts, accounts, the auction. Plain values that know core
 * and model only.
 */
@NullMarked
package tender.server.api.view;

import org.jspecify.annotations.NullMarked;
