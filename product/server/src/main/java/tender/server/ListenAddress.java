package tender.server;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import tender.support.text.ErrorMessages;

/** An address to listen on. */
public record ListenAddress(String host, int port) {
  private static final int MAX_PORT = 65_535;

  /** Parses {@code host:port}; port 0 means any free port. */
  public static ListenAddress parse(String text, String setting) {
    int colon = text.lastIndexOf(':');
    try {
      int port = Integer.parseInt(text.substring(colon + 1));
      if (colon > 0 && port >= 0 && port <= MAX_PORT) {
        return new ListenAddress(text.substring(0, colon), port);
      }
    } catch (NumberFormatException e) {
      // Reported below.
    }
    throw new IllegalArgumentException(
        "The setting '%s' is '%s'; it must be host:port, such as 127.0.0.1:7480, with a port from 0 to %d."
            .formatted(setting, text, MAX_PORT));
  }

  public InetSocketAddress socketAddress() {
    return new InetSocketAddress(host, port);
  }

  /** Whether only programs of this machine can connect. */
  public boolean isLoopback() {
    InetSocketAddress address = socketAddress();
    return !address.isUnresolved() && address.getAddress().isLoopbackAddress();
  }

  /** Checks that the address is free, for a better message than the listener's stack trace. */
  ListenAddress requireFree(String setting) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.bind(socketAddress());
      return this;
    } catch (IOException | IllegalArgumentException e) {
      throw new IllegalStateException(
          "The setting '%s' is '%s:%d', and the server cannot listen there: %s. Stop the program that uses the port, or choose another."
              .formatted(setting, host, port, ErrorMessages.describe(e)),
          e);
    }
  }
}
