package tender.protocol;

/** The bound on lists in a message. */
final class EntryLimit {
  private EntryLimit() {}

  static void check(int entries, String name) {
    if (entries > ProtocolLimits.MAX_ENTRIES) {
      throw new IllegalArgumentException(
          "A message has %d %s, more than %d.".formatted(entries, name, ProtocolLimits.MAX_ENTRIES));
    }
  }
}
