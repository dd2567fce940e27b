package tender.server.api.view;

import tender.bagfile.Digest;
import tender.core.model.TaskSet;

/**
 * A result pack.
 *
 * @param tasks the tasks whose results in it count, by their position in the bag; results of other
 *     tasks in the pack are to be ignored
 */
public record PackView(Digest digest, TaskSet tasks, long bytes) {}
