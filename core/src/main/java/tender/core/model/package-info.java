/**
 * The basic values: bags, jobs, clusters, offers, money and time. All other packages of core use
 * them; this package depends on no other.
 */
@NullMarked
package tender.core.model;

import org.jspecify.annotations.NullMarked;
