/**
 * Brings input files to the tasks of a bag, and collects their results. It knows work orders, and
 * neither the batch system nor the link to the market.
 */
@NullMarked
package tender.agent.files;

import org.jspecify.annotations.NullMarked;
