package tender.server;

/** Where to listen. */
record Address(String host, int port) {
  private static final int HIGHEST_PORT = 65_535;

  /** From {@code host:port}; port 0 takes any free one. */
  static Address parse(String text, String setting) {
    int colon = text.lastIndexOf(':');
    try {
      int port = Integer.parseInt(text.substring(colon + 1));
      if (colon > 0 && port >= 0 && port <= HIGHEST_PORT) {
        return new Address(text.substring(0, colon), port);
      }
    } catch (NumberFormatException e) {
      // Said below.
    }
    throw new IllegalArgumentException(
        "The setting '" + setting + "' is '" + text + "', and must be host:port.");
  }
}
