/** What the tasks of a bag are, and how their files travel safely. */
@NullMarked
package tender.work;

import org.jspecify.annotations.NullMarked;
