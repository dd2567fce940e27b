/**
 * Measures the whole market, beside something bare in the same run: {@code scripts/measure-live}.
 */
@NullMarked
package tender.app.measure;

import org.jspecify.annotations.NullMarked;
