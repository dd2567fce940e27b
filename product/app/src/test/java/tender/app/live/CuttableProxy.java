package tender.app.live;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * A proxy between agents and a server that can be disconnected and reconnected at the same port.
 */
final class CuttableProxy implements AutoCloseable {
  private final int serverPort;
  private final int port;
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();
  private @Nullable ServerSocket listener;

  CuttableProxy(int serverPort) {
    this.serverPort = serverPort;
    listener = listen(0);
    port = Objects.requireNonNull(listener).getLocalPort();
  }

  int port() {
    return port;
  }

  /** Closes all connections and accepts no new ones. */
  synchronized void disconnect() {
    closeQuietly(listener);
    listener = null;
    sockets.forEach(CuttableProxy::closeQuietly);
    sockets.clear();
  }

  synchronized void reconnect() {
    if (listener == null) {
      listener = listen(port);
    }
  }

  @Override
  public void close() {
    disconnect();
  }

  private ServerSocket listen(int port) {
    try {
      var socket = new ServerSocket();
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      Thread.startVirtualThread(() -> accept(socket));
      return socket;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void accept(ServerSocket from) {
    while (!from.isClosed()) {
      Socket agent = null;
      try {
        agent = from.accept();
        var server = new Socket(InetAddress.getLoopbackAddress(), serverPort);
        join(from, agent, server);
      } catch (IOException e) {
        // Disconnected, or the server is down: the caller's connection is closed.
        closeQuietly(agent);
      }
    }
  }

  private synchronized void join(ServerSocket from, Socket agent, Socket server) {
    sockets.addAll(List.of(agent, server));
    if (from.isClosed()) {
      sockets.forEach(CuttableProxy::closeQuietly);
      return;
    }
    Thread.startVirtualThread(() -> pass(agent, server));
    Thread.startVirtualThread(() -> pass(server, agent));
  }

  private static void pass(Socket from, Socket to) {
    try {
      from.getInputStream().transferTo(to.getOutputStream());
    } catch (IOException e) {
      // One side has closed, so the other is closed too.
    }
    closeQuietly(from);
    closeQuietly(to);
  }

  private static void closeQuietly(@Nullable AutoCloseable resource) {
    try {
      if (resource != null) {
        resource.close();
      }
    } catch (Exception e) {
      // Closing failed; the resource is not used again.
    }
  }
}
