package tender.support.doctor;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import tender.support.text.ErrorMessages;

/**
 * Whether this program can listen at an address, or does so already.
 *
 * @param name of the check
 * @param setting that has the address
 * @param address empty if the program does not listen
 * @param isOwn whether what listens at the address is this program
 */
public record PortCheck<S>(
    String name,
    List<String> needs,
    String setting,
    Function<S, Optional<InetSocketAddress>> address,
    Predicate<InetSocketAddress> isOwn)
    implements Check<S> {

  @Override
  public CheckResult run(S installation) {
    Optional<InetSocketAddress> configured = address.apply(installation);
    if (configured.isEmpty()) {
      return CheckResult.ok("not used: '" + setting + "' is not set");
    }
    InetSocketAddress at = configured.get();
    String text = at.getHostString() + ":" + at.getPort();
    try (ServerSocket socket = new ServerSocket()) {
      socket.bind(at);
      return CheckResult.ok(text + " is free");
    } catch (IOException | IllegalArgumentException e) {
      if (isOwn.test(at)) {
        return CheckResult.ok(text + " is used by a running Tender");
      }
      return CheckResult.fault(
          "cannot listen on %s ('%s'): %s".formatted(text, setting, ErrorMessages.describe(e)),
          "Stop the program that uses the port (ss -ltnp 'sport = :%d'), choose another port, or name an address of this machine."
              .formatted(at.getPort()));
    }
  }
}
