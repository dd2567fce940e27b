/**
 * Runs an experiment from its YAML file or definition and writes its report. It knows the
 * experiments module and the cli's input and output.
 */
@NullMarked
package tender.research.experiment;

import org.jspecify.annotations.NullMarked;
