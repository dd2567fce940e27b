package tender.support.doctor;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;

/** Fills the queue of a listener that accepts nothing, until it answers no more. */
final class SocketFiller implements AutoCloseable {
  private static final int MAX_SOCKETS = 50;
  private static final int TIMEOUT_MILLIS = 300;

  private final int port;
  private final List<Socket> sockets = new ArrayList<>();

  SocketFiller(int port) {
    this.port = port;
  }

  void fill() throws IOException {
    for (int i = 0; i < MAX_SOCKETS; i++) {
      Socket socket = new Socket();
      sockets.add(socket);
      try {
        socket.connect(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), port), TIMEOUT_MILLIS);
      } catch (SocketTimeoutException e) {
        return;
      }
    }
    throw new IllegalStateException("The listener still accepts connections.");
  }

  @Override
  public void close() throws IOException {
    for (Socket socket : sockets) {
      socket.close();
    }
  }
}
