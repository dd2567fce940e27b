package tender.agent.link;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Where one of the market's servers listens for agents. */
public record Address(String host, int port) {
  private static final Pattern FORM =
      Pattern.compile("(\\[[0-9a-fA-F:.]+\\]|[A-Za-z0-9._-]+):([0-9]{1,5})");
  private static final int LARGEST_PORT = 65_535;

  public Address {
    if (port < 1 || port > LARGEST_PORT) {
      throw new IllegalArgumentException(
          "The port of " + host + " is " + port + ", and must be from 1 to " + LARGEST_PORT + ".");
    }
  }

  /** Reads {@code host:port}; an IPv6 address stands in brackets. */
  public static Address parse(String text) {
    Matcher matcher = FORM.matcher(text.strip());
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "The address '" + text + "' is not of the form host:port, such as market.example:7443.");
    }
    return new Address(matcher.group(1), Integer.parseInt(matcher.group(2)));
  }

  @Override
  public String toString() {
    return host + ":" + port;
  }
}
