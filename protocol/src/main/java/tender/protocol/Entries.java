package tender.protocol;

/** The bound on lists in a message. */
final class Entries {
  private Entries() {}

  static void requireFew(int entries, String name) {
    if (entries > Limits.MOST_ENTRIES) {
      throw new IllegalArgumentException(
          "A message has %d %s, more than %d.".formatted(entries, name, Limits.MOST_ENTRIES));
    }
  }
}
