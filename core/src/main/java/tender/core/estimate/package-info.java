/**
 * How long a task will take, learned from those that ran before. Knows {@code model}; what tasks
 * are alike, and whether to believe a prediction, is for others to say.
 */
@NullMarked
package tender.core.estimate;

import org.jspecify.annotations.NullMarked;
