package tender.server.notifications;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** A range of network addresses in CIDR notation, such as 10.0.0.0/8 or fd00::/8. */
public record AddressRange(InetAddress first, int prefixBits) {
  public AddressRange {
    if (prefixBits < 0 || prefixBits > first.getAddress().length * Byte.SIZE) {
      throw new IllegalArgumentException(
          "The range %s/%d has no such prefix.".formatted(first.getHostAddress(), prefixBits));
    }
  }

  /** Reads a range. No name is resolved. */
  public static AddressRange parse(String text) {
    int slash = text.indexOf('/');
    String address = slash < 0 ? text : text.substring(0, slash);
    try {
      if (!address.matches("[0-9a-fA-F.:]+") || !address.matches(".*[.:].*")) {
        throw new IllegalArgumentException("no address");
      }
      InetAddress first = InetAddress.getByName(address);
      int bits =
          slash < 0
              ? first.getAddress().length * Byte.SIZE
              : Integer.parseInt(text.substring(slash + 1));
      return new AddressRange(first, bits);
    } catch (UnknownHostException | IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "'%s' is no range of addresses. Write it as 10.0.0.0/8 or fd00::/8.".formatted(text), e);
    }
  }

  /** Whether it contains an address; one of IPv4 is in no range of IPv6. */
  public boolean contains(InetAddress address) {
    byte[] one = address.getAddress();
    byte[] other = first.getAddress();
    if (one.length != other.length) {
      return false;
    }
    for (int bit = 0; bit < prefixBits; bit++) {
      int mask = 0x80 >> (bit % Byte.SIZE);
      if ((one[bit / Byte.SIZE] & mask) != (other[bit / Byte.SIZE] & mask)) {
        return false;
      }
    }
    return true;
  }

  @Override
  public String toString() {
    return first.getHostAddress() + "/" + prefixBits;
  }
}
