/**
 * The basic values: bags, jobs, clusters, offers, money and time. All other packages of core use
 * them; of core, this package uses only requests for resources and checks.
 */
@NullMarked
package tender.core.model;

import org.jspecify.annotations.NullMarked;
