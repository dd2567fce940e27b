/**
 * Predicts how long a task will take, from tasks that ran before and from the speed of processors.
 * It knows {@code model}; which tasks are similar, and whether a prediction is used, is decided by
 * the caller.
 */
@NullMarked
package tender.core.estimate;

import org.jspecify.annotations.NullMarked;
