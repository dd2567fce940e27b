package tender.measure.testbed;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/** A slow link: a proxy that passes a number of bytes per second on, in each direction. */
public final class ThrottlingProxy implements AutoCloseable {
  /** What a link may pass at a time; small, so that it is not much faster for short messages. */
  private static final int PIECE_BYTES = 16 << 10;

  /** Small, so that a sender notices the rate. */
  private static final int BUFFER_BYTES = 64 << 10;

  private final int serverPort;
  private final ServerSocket listener = new ServerSocket();
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();
  private final Throttle toServer;
  private final Throttle toAgent;

  /** All connections in one direction share its rate. */
  private static final class Throttle {
    private final double nanosPerByte;
    private long freeNanos = System.nanoTime();

    Throttle(long bytesPerSecond) {
      nanosPerByte = (double) TimeUnit.SECONDS.toNanos(1) / bytesPerSecond;
    }

    void await(int bytes) throws InterruptedException {
      long waitNanos;
      synchronized (this) {
        long nowNanos = System.nanoTime();
        freeNanos = Math.max(freeNanos, nowNanos) + (long) (bytes * nanosPerByte);
        waitNanos = freeNanos - nowNanos;
      }
      TimeUnit.NANOSECONDS.sleep(waitNanos);
    }
  }

  /** Starts to listen on a free port of this machine. */
  public ThrottlingProxy(int serverPort, long bytesPerSecond) throws IOException {
    this.serverPort = serverPort;
    toServer = new Throttle(bytesPerSecond);
    toAgent = new Throttle(bytesPerSecond);
    listener.setReceiveBufferSize(BUFFER_BYTES);
    listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    Thread.startVirtualThread(this::accept);
  }

  public int port() {
    return listener.getLocalPort();
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket agent = listener.accept();
        Socket server = new Socket();
        server.setReceiveBufferSize(BUFFER_BYTES);
        server.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), serverPort));
        agent.setTcpNoDelay(true);
        server.setTcpNoDelay(true);
        sockets.addAll(List.of(agent, server));
        Thread.startVirtualThread(() -> pass(agent, server, toServer));
        Thread.startVirtualThread(() -> pass(server, agent, toAgent));
      } catch (IOException e) {
        // The proxy or the server was closed; agents connect again.
      }
    }
  }

  private static void pass(Socket from, Socket to, Throttle throttle) {
    try (from;
        to) {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      byte[] piece = new byte[PIECE_BYTES];
      for (int read = in.read(piece); read >= 0; read = in.read(piece)) {
        throttle.await(read);
        out.write(piece, 0, read);
      }
    } catch (IOException e) {
      // One side has closed, so the other is closed too.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() throws IOException {
    listener.close();
    for (Socket socket : sockets) {
      socket.close();
    }
  }
}
