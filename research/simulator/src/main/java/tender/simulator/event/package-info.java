/** Virtual time: future events in one total order. */
@NullMarked
package tender.simulator.event;

import org.jspecify.annotations.NullMarked;
