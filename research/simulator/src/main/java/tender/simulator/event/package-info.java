/** Virtual time: what is going to happen, in one total order. */
@NullMarked
package tender.simulator.event;

import org.jspecify.annotations.NullMarked;
