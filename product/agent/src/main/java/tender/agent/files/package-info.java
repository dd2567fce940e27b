/**
 * How files come to the tasks of a bag and their results away from them. Knows the work that tasks
 * are, and neither the batch system that runs them nor the link that carries the files.
 */
@NullMarked
package tender.agent.files;

import org.jspecify.annotations.NullMarked;
