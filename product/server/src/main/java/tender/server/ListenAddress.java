package tender.server;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import tender.support.text.ErrorMessages;

/** Where to listen. */
record ListenAddress(String host, int port) {
  private static final int HIGHEST_PORT = 65_535;

  /** From {@code host:port}; port 0 takes any free one. */
  static ListenAddress parse(String text, String setting) {
    int colon = text.lastIndexOf(':');
    try {
      int port = Integer.parseInt(text.substring(colon + 1));
      if (colon > 0 && port >= 0 && port <= HIGHEST_PORT) {
        return new ListenAddress(text.substring(0, colon), port);
      }
    } catch (NumberFormatException e) {
      // Said below.
    }
    throw new IllegalArgumentException(
        "The setting '"
            + setting
            + "' is '"
            + text
            + "', and must be host:port, such as 127.0.0.1:7480, with a port from 0 to "
            + HIGHEST_PORT
            + ".");
  }

  /** Says it in words if nobody can listen here, before others say it with a stack trace. */
  ListenAddress requireFree(String setting) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.bind(new InetSocketAddress(host, port));
      return this;
    } catch (IOException | IllegalArgumentException e) {
      throw new IllegalStateException(
          "The setting '%s' is '%s:%d', and nobody can listen there: %s. Stop what listens there, or choose another."
              .formatted(setting, host, port, ErrorMessages.describe(e)),
          e);
    }
  }
}
