/**
 * Measurements of the whole market, each compared with a baseline in the same run: {@code
 * scripts/measure-live}.
 */
@NullMarked
package tender.measure.market;

import org.jspecify.annotations.NullMarked;
