/**
 * Reading files that nobody vouches for: text, then YAML, then plain values, and for whatever is
 * wrong with them an error that says where, what, and what to do. It knows nothing of what the
 * files are about.
 */
@NullMarked
package tender.cli.input;

import org.jspecify.annotations.NullMarked;
