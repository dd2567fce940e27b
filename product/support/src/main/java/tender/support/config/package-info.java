/**
 * Reads a program's YAML configuration into records and reports errors with file and line. Knows
 * tender.support.text.
 */
@NullMarked
package tender.support.config;

import org.jspecify.annotations.NullMarked;
