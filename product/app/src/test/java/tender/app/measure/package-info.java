/**
 * Measurements of the whole market, each compared with a baseline in the same run: {@code
 * scripts/measure-live}.
 */
@NullMarked
package tender.app.measure;

import org.jspecify.annotations.NullMarked;
