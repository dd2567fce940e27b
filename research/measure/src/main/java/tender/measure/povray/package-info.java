/**
 * Measurements of profilers with an animation that POV-Ray renders: {@code scripts/measure-povray}.
 */
@NullMarked
package tender.measure.povray;

import org.jspecify.annotations.NullMarked;
