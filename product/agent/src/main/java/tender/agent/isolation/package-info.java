/**
 * How tasks are kept from everything but their own files: the setting, and whether it works here.
 */
@NullMarked
package tender.agent.isolation;

import org.jspecify.annotations.NullMarked;
