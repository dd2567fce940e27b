/**
 * The {@code tender-research} program: the root command that registers {@code sim}, {@code
 * reproduce} and {@code fault-test}. It uses the cli module for help, input files and output.
 */
@NullMarked
package tender.research;

import org.jspecify.annotations.NullMarked;
