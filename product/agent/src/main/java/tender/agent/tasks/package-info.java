/** The tasks of a part: the arrays that contain them, their files, attempts and states. */
@NullMarked
package tender.agent.tasks;

import org.jspecify.annotations.NullMarked;
