package tender.protocol;

import tender.bagfile.WorkOrder;

/**
 * What a provider gets to know about a bag.
 *
 * @param user the name of its user, for the owner of the cluster; empty if the server is too old to
 *     send it
 */
public record BagDescription(WorkOrder order, String user) {}
