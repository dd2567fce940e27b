package tender.server.api.view;

import tender.core.model.TaskSet;
import tender.bagfile.Digest;

/**
 * A file of results.
 *
 * @param tasks those whose results in it count, by the bag's numbers, as in the file; it may hold
 *     others, which are to be passed over
 */
public record PackView(Digest digest, TaskSet tasks, long bytes) {}
