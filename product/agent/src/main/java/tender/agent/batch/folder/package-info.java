/**
 * The folders and files that tasks, arrays and pilots use on the shared file system, and the
 * scripts that read them. It knows nothing of a particular batch system.
 */
@NullMarked
package tender.agent.batch.folder;

import org.jspecify.annotations.NullMarked;
