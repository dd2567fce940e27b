/** What is lost if bags call only the most suitable providers of a large market. */
@NullMarked
package tender.experiments.calls;

import org.jspecify.annotations.NullMarked;
