package tender.agent.link;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The address at which a server accepts agents. */
public record ServerAddress(String host, int port) {
  private static final Pattern PATTERN =
      Pattern.compile("(\\[[0-9a-fA-F:.]+\\]|[A-Za-z0-9._-]+):([0-9]{1,5})");
  private static final int MAX_PORT = 65_535;

  public ServerAddress {
    if (port < 1 || port > MAX_PORT) {
      throw new IllegalArgumentException(
          "The port of " + host + " is " + port + ", and must be from 1 to " + MAX_PORT + ".");
    }
  }

  /** Parses {@code host:port}; an IPv6 address must be in brackets. */
  public static ServerAddress parse(String text) {
    Matcher matcher = PATTERN.matcher(text.strip());
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "The address '" + text + "' must be host:port, for example market.example:7443.");
    }
    return new ServerAddress(matcher.group(1), Integer.parseInt(matcher.group(2)));
  }

  @Override
  public String toString() {
    return host + ":" + port;
  }
}
