/**
 * Reads untrusted input files: text, then YAML, then plain values. Every error gives the position,
 * the problem and the advice. It knows nothing of the files' subject.
 */
@NullMarked
package tender.support.input;

import org.jspecify.annotations.NullMarked;
