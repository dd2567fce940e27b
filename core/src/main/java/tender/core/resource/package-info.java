/**
 * What tasks request from nodes and what nodes have: processors, memory, GPUs, scratch disk and
 * features. It depends only on the model, and knows nothing about time.
 */
@NullMarked
package tender.core.resource;

import org.jspecify.annotations.NullMarked;
