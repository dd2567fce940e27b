/** The servers, agents, batch systems and users that measurements run, each on this machine. */
@NullMarked
package tender.measure.testbed;

import org.jspecify.annotations.NullMarked;
