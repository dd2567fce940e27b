/**
 * Planning on single nodes: what is free on each node over time, and which nodes a task gets. The
 * schedulers that decide by it are in the package {@code schedule}. It knows the model, the profile
 * and the resources, and nothing about offers. A cluster whose tasks request only processors does
 * not need it: the package {@code queue} plans such a cluster as one machine.
 */
@NullMarked
package tender.core.node;

import org.jspecify.annotations.NullMarked;
