package tender.protocol;

import tender.bagfile.RelativePath;
import tender.core.message.ReservationId;

/**
 * A user waits for a file that a provider has kept because it was too large for the results.
 *
 * @param taskIndex in the bag
 * @param path in the task's folder
 * @param fromByte the first byte that the market does not have yet, a multiple of {@link
 *     ProtocolLimits#PIECE_BYTES}
 * @param pieces how many pieces to send now; 0 while the user reads more slowly than the provider
 *     sends
 */
public record KeptOutputRequest(
    long id,
    ReservationId reservation,
    int taskIndex,
    RelativePath path,
    long fromByte,
    int pieces) {}
