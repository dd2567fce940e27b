/**
 * The command tender-research reproduce: one subcommand for each paper, which runs the paper's
 * experiment and checks its claims. It knows the experiment package.
 */
@NullMarked
package tender.research.reproduce;

import org.jspecify.annotations.NullMarked;
