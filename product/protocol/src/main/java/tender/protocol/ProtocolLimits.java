package tender.protocol;

import tender.bagfile.WorkOrderJson;

/** How much either side accepts from the other, so that neither can exhaust it. */
public final class ProtocolLimits {
  /** The version of the protocol that this program speaks. */
  public static final int VERSION = 4;

  /**
   * Of one message. A work order fits, and so do the tasks of a bag of a million, even if it is
   * every other one.
   */
  public static final int MAX_MESSAGE_BYTES = WorkOrderJson.MAX_BYTES + (64 << 10);

  /** Of one file that tasks read. */
  public static final long MAX_BLOB_BYTES = 1L << 30;

  /** Of a part of a file. Larger ones would hold up the messages between them. */
  public static final int CHUNK_BYTES = 64 << 10;

  /** In one set of tasks. */
  public static final int MAX_RANGES = 500_000;

  /** Offers or free windows in one message. */
  public static final int MAX_ENTRIES = 10_000;

  /** Acknowledged by one message. */
  public static final int MAX_ACKNOWLEDGED = 1_000;

  private ProtocolLimits() {}
}
