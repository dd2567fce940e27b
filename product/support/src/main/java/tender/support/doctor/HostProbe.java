package tender.support.doctor;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NoRouteToHostException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.Optional;
import tender.support.text.ErrorMessages;

/** A host and a port of it. */
public record HostProbe(String host, int port) {
  private static final int TIMEOUT_MILLIS = 5_000;

  /** Whether the name has an address. */
  public boolean isResolvable() {
    try {
      return InetAddress.getAllByName(plainHost()).length > 0;
    } catch (UnknownHostException e) {
      return false;
    }
  }

  /** Why no connection can be opened; empty if one can. */
  public Optional<CheckResult> connectionFault(String service) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(plainHost(), port), TIMEOUT_MILLIS);
      return Optional.empty();
    } catch (SocketTimeoutException | NoRouteToHostException e) {
      return Optional.of(
          CheckResult.fault(
              "%s:%d does not answer".formatted(host, port),
              "Check that %s runs on %s, and that no firewall between this machine and it drops TCP to port %d."
                  .formatted(service, host, port)));
    } catch (IOException e) {
      return Optional.of(
          CheckResult.fault(
              "%s:%d: %s".formatted(host, port, ErrorMessages.describe(e)),
              "Start %s there and let it listen on that address, correct host and port, or allow TCP port %d in the firewall."
                  .formatted(service, port)));
    }
  }

  /** Without the brackets of an IPv6 address. */
  private String plainHost() {
    return host.replaceAll("^\\[|\\]$", "");
  }

  @Override
  public String toString() {
    return host + ":" + port;
  }
}
