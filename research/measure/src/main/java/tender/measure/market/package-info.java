/**
 * Measurements of the whole market, each compared with a baseline in the same run: {@code
 * scripts/measure-live}, which also starts those of the package load.
 */
@NullMarked
package tender.measure.market;

import org.jspecify.annotations.NullMarked;
