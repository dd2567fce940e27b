/** What users get in answer about the tasks of a bag, and about their results. */
@NullMarked
package tender.server.api.view.task;

import org.jspecify.annotations.NullMarked;
