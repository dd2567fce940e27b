package tender.protocol;

import tender.bagfile.InputFile;
import tender.bagfile.WorkOrderJson;

/** Limits on what a server and an agent accept from each other, to protect both from overload. */
public final class ProtocolLimits {
  /** The protocol version of this program. */
  public static final int VERSION = 7;

  /** The first protocol version whose servers know that their database was restored. */
  public static final int FIRST_VERSION_WITH_RESTORES = 6;

  /** The first protocol version whose agents renew their certificate when the server asks. */
  public static final int FIRST_VERSION_WITH_RENEWALS = 7;

  /** Number of authorities that an agent trusts: one, and two while it is replaced. */
  public static final int MAX_AUTHORITIES = 4;

  /** Size of one message. Enough for a work order, and for every other task of a million. */
  public static final int MAX_MESSAGE_BYTES = WorkOrderJson.MAX_BYTES + (64 << 10);

  /** Size of one input file. */
  public static final long MAX_BLOB_BYTES = InputFile.MAX_BYTES;

  /** Size of one chunk of a file. Larger chunks would delay the messages between them. */
  public static final int CHUNK_BYTES = 64 << 10;

  /** Size of one piece of a kept output. */
  public static final int PIECE_BYTES = 1 << 20;

  /** Number of ranges in one set of tasks. */
  public static final int MAX_RANGES = 500_000;

  /** Number of offers, outcomes or free slots in one message. */
  public static final int MAX_ENTRIES = 10_000;

  /** Number of messages that one message acknowledges. */
  public static final int MAX_ACKNOWLEDGED = 1_000;

  /** Number of reservations in one report of a journal. */
  public static final int MAX_JOURNAL_ENTRIES = 500;

  /** Number of deleted bags in one message. */
  public static final int MAX_DELETED_BAGS = 500;

  private ProtocolLimits() {}

  static void requireMaxEntries(int entries, String name) {
    if (entries > MAX_ENTRIES) {
      throw new IllegalArgumentException(
          "A message has %d %s; the maximum is %d.".formatted(entries, name, MAX_ENTRIES));
    }
  }
}
