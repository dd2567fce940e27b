/** {@code tender offer}: what a cluster with a given queue would offer for a bag, and why. */
@NullMarked
package tender.cli.offer;

import org.jspecify.annotations.NullMarked;
