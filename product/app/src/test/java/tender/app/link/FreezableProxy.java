package tender.app.link;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A proxy between an agent and a server that can freeze: it then drops all data without closing the
 * connections, like a pulled cable or a firewall that lost its state.
 */
final class FreezableProxy implements AutoCloseable {
  private final ServerSocket listener;
  private final int serverPort;
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();
  private volatile boolean frozen;

  FreezableProxy(int serverPort) throws IOException {
    this.serverPort = serverPort;
    listener = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    Thread.startVirtualThread(this::accept);
  }

  int port() {
    return listener.getLocalPort();
  }

  void freeze() {
    frozen = true;
  }

  @Override
  public void close() throws IOException {
    listener.close();
    for (Socket socket : sockets) {
      socket.close();
    }
  }

  private void accept() {
    try {
      while (true) {
        Socket agent = listener.accept();
        var server = new Socket(InetAddress.getLoopbackAddress(), serverPort);
        sockets.addAll(List.of(agent, server));
        Thread.startVirtualThread(() -> pass(agent, server));
        Thread.startVirtualThread(() -> pass(server, agent));
      }
    } catch (IOException e) {
      // Closed.
    }
  }

  private void pass(Socket from, Socket to) {
    try {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      byte[] buffer = new byte[8_192];
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        if (!frozen) {
          out.write(buffer, 0, read);
        }
      }
    } catch (IOException e) {
      // Closed.
    }
  }
}
