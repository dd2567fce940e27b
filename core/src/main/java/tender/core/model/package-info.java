/**
 * The vocabulary: bags, jobs, clusters, offers, money and time. Everything else in core speaks in
 * these words; this package knows no other.
 */
@NullMarked
package tender.core.model;

import org.jspecify.annotations.NullMarked;
